//! Integration tests: the real server, on a port and a database of its own for every test, driven over HTTP.

#[cfg(test)]
mod adjudication;
#[cfg(test)]
mod audit;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod bundle;
#[cfg(test)]
mod client;
#[cfg(test)]
mod concurrency;
#[cfg(test)]
mod entropy;
#[cfg(test)]
mod events;
#[cfg(test)]
mod following;
#[cfg(test)]
mod game;
#[cfg(test)]
mod games;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod moves;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod organisers;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod report;
#[cfg(test)]
mod restart;
#[cfg(test)]
mod rulesets;
#[cfg(test)]
mod secrecy;
#[cfg(test)]
mod server;
#[cfg(test)]
mod states;
#[cfg(test)]
mod stream;
#[cfg(test)]
mod uploads;
#[cfg(test)]
mod wire;
