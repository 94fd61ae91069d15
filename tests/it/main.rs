//! Integration tests: the real server, on a port and a database of its own for every test, driven over HTTP.

#[cfg(test)]
mod client;
#[cfg(test)]
mod game;
#[cfg(test)]
mod games;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod rulesets;
#[cfg(test)]
mod server;
#[cfg(test)]
mod wire;
