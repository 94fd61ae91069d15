//! What each path takes: for whoever asks with another method, or with a query where there is none.

use actix_web::http::Method;
use utoipa::openapi::path::{ParameterIn, PathItem};
use utoipa::openapi::{OpenApi as Document, RefOr};

/// What each documented path takes.
#[derive(Debug)]
pub(in crate::http) struct Paths(Vec<Path>);

#[derive(Debug)]
struct Path {
    pattern: Vec<String>,
    methods: Vec<&'static str>,
    /// Whether GET of it has query parameters; no other method of any path has.
    queried: bool,
}

impl Paths {
    pub(in crate::http) fn of(document: &Document, pages: impl Iterator<Item = &'static str>) -> Self {
        let split = |path: &str| path.split('/').map(str::to_owned).collect();
        let page = |path| Path { pattern: split(path), methods: vec!["GET", "HEAD", "OPTIONS"], queried: true };
        let pages = pages.map(page);
        let documented = document.paths.paths.iter().map(|(path, item)| Path {
            pattern: split(path),
            methods: methods(item),
            queried: is_queried(item),
        });
        Self(documented.chain(pages).collect())
    }

    fn find(&self, path: &str) -> Option<&Path> {
        let parts: Vec<&str> = path.split('/').collect();
        self.0.iter().find(|Path { pattern, .. }| {
            pattern.len() == parts.len()
                && pattern.iter().zip(&parts).all(|(pattern, part)| match pattern.starts_with('{') {
                    // As the router does: a parameter is never empty.
                    true => !part.is_empty(),
                    false => pattern == part,
                })
        })
    }

    /// The methods that a path takes; none where there is no such path.
    pub(in crate::http) fn methods(&self, path: &str) -> &[&'static str] {
        self.find(path).map_or(&[], |path| &path.methods)
    }

    /// Whether there is such a call, and it has no query parameters.
    pub(in crate::http) fn takes_no_query(&self, path: &str, method: &Method) -> bool {
        let takes_none = |path: &Path| {
            path.methods.contains(&method.as_str())
                && !(path.queried && method == Method::GET)
                && method != Method::OPTIONS
        };
        self.find(path).is_some_and(takes_none)
    }
}

fn is_queried(item: &PathItem) -> bool {
    let parameters = item.get.as_ref().and_then(|get| get.parameters.as_deref()).unwrap_or_default();
    parameters
        .iter()
        .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query))
}

fn methods(item: &PathItem) -> Vec<&'static str> {
    let documented = [
        (item.get.is_some(), "GET"),
        // GET without a body.
        (item.get.is_some(), "HEAD"),
        (item.post.is_some(), "POST"),
        (item.put.is_some(), "PUT"),
        (item.patch.is_some(), "PATCH"),
        (item.delete.is_some(), "DELETE"),
        // Every path tells what it takes.
        (true, "OPTIONS"),
    ];
    documented.into_iter().filter_map(|(taken, method)| taken.then_some(method)).collect()
}
