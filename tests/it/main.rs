//! Tests of the whole: the real server over HTTP, the real binary, and the sources themselves.

mod architecture;
