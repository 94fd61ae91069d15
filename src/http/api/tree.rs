//! The tree over every concluded log: its checkpoint, proofs and leaves.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::context::Api;
use crate::app::{LEAVES_PAGE_MAX, Leaves};
use crate::audit::{Consistency, Inclusion};
use crate::http::document::responses::{NoProblems, problems};
use crate::http::extract::start;
use crate::http::limits::LEAVES_PAGE;
use crate::http::problem::{Code, Problem};
use crate::kernel::Hash;
use crate::kernel::tree::Leaf;

/// What to prove the inclusion of.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ProveInclusion {
    /// The game or the tournament.
    id: Uuid,
    /// In the tree of so many leaves; in the tree as it is now when left out.
    tree_size: Option<u64>,
}

/// Which trees to prove consistent.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ProveConsistency {
    /// The number of leaves in the older tree: that of the checkpoint that you have.
    first: u64,
    /// The number of leaves in the newer tree; the tree as it is now when left out.
    second: Option<u64>,
}

/// Which leaves to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListLeaves {
    /// The number of the first leaf; 0 when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    from: Option<u64>,
    /// Leaves on the page: 1 to 1000, 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u64>,
}

/// One page of leaves, ascending.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct LeafPage {
    /// How many leaves the tree has.
    tree_size: u64,
    /// The leaves of this page, ascending by their numbers.
    leaves: Vec<NumberedLeaf>,
    /// What to send as `from` for the next page; null on the last one.
    #[schema(required)]
    next_from: Option<u64>,
}

/// A leaf and its place in the tree.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct NumberedLeaf {
    /// How many leaves are before it.
    leaf_index: u64,
    /// Which log it is, and where it ended.
    leaf: Leaf,
    /// Its hash: SHA-256(0x00 ‖ canonical JSON of the leaf).
    hash: Hash,
}

problems!(InclusionProblems: NotInTree, SizeOutOfRange);
problems!(ConsistencyProblems: SizeOutOfRange);

/// Fetch the checkpoint.
///
/// The tree over every concluded log, as it is now: the number of its leaves and its root, signed (a C2SP
/// `tlog-checkpoint`). Keep it where the server cannot reach it: a tree that does not begin with it was written anew.
#[utoipa::path(
    tag = "audit",
    operation_id = "get_checkpoint",
    responses(
        (status = OK, description = "The checkpoint, a signed note", body = String, content_type = "text/plain",
            example = "pandect\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\n\u{2014} pandect …\n"),
        NoProblems
    )
)]
#[get("/v1/log/checkpoint")]
pub(in crate::http) async fn get_checkpoint(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let checkpoint = api.app.checkpoint().await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(checkpoint))
}

/// Prove that a log is in the tree.
///
/// Save the answer as it is: `pandect verify BUNDLE --proof FILE` takes it. It proves that the log of this game or
/// tournament ended where its leaf says, in the tree whose signed checkpoint it holds.
#[utoipa::path(
    tag = "audit",
    operation_id = "prove_inclusion",
    params(ProveInclusion),
    responses((status = OK, description = "The proof", body = Inclusion), InclusionProblems)
)]
#[get("/v1/log/inclusion")]
pub(in crate::http) async fn prove_inclusion(
    api: web::Data<Api>,
    query: web::Query<ProveInclusion>,
) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(api.app.inclusion(query.id, query.tree_size).await?))
}

/// Prove that the tree only grew.
///
/// Save the answer as it is: with the older checkpoint, `pandect verify BUNDLE --checkpoint FILE --proof FILE` takes it.
/// It proves that the tree of `second` leaves, whose signed checkpoint it holds, begins with the tree of `first` leaves.
#[utoipa::path(
    tag = "audit",
    operation_id = "prove_consistency",
    params(ProveConsistency),
    responses((status = OK, description = "The proof", body = Consistency), ConsistencyProblems)
)]
#[get("/v1/log/consistency")]
pub(in crate::http) async fn prove_consistency(
    api: web::Data<Api>,
    query: web::Query<ProveConsistency>,
) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(api.app.consistency(query.first, query.second).await?))
}

/// List the leaves.
///
/// Every concluded game and sealed tournament, in the order in which they ended, one page at a time. Whoever hashes them
/// all computes the root of the checkpoint.
#[utoipa::path(
    tag = "audit",
    operation_id = "list_leaves",
    params(ListLeaves),
    responses((status = OK, description = "One page of leaves", body = LeafPage), NoProblems)
)]
#[get("/v1/log/leaves")]
pub(in crate::http) async fn list_leaves(
    api: web::Data<Api>,
    query: web::Query<ListLeaves>,
) -> Result<HttpResponse, Problem> {
    let limit = query.limit.unwrap_or(LEAVES_PAGE);
    if !(1..=LEAVES_PAGE_MAX).contains(&limit) {
        return Err(Problem::new(Code::MalformedQuery, format!("limit: {limit} is not 1 to {LEAVES_PAGE_MAX}")));
    }
    let from = start("from", query.from)?;
    let Leaves { size, leaves, next } = api.app.leaves(from.unwrap_or(0), limit).await?;
    let numbered = leaves.into_iter().map(|(stored, hash)| NumberedLeaf {
        leaf_index: stored.leaf_index,
        leaf: stored.leaf,
        hash,
    });
    Ok(HttpResponse::Ok().json(LeafPage { tree_size: size, leaves: numbered.collect(), next_from: next }))
}
