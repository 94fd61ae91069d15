//! Links: what can be asked of a game that was created.

use utoipa::openapi::link::LinkBuilder;
use utoipa::openapi::{OpenApi as Document, RefOr};

use super::walk::operations;

/// Links the answer to a created game to every call of that game.
pub(super) fn finish(document: &mut Document) {
    let of_a_game = document.paths.paths.iter().filter(|(path, _)| path.starts_with("/v1/games/{id}"));
    let calls: Vec<_> = of_a_game
        .flat_map(|(_, item)| [&item.get, &item.post, &item.put, &item.patch, &item.delete])
        .filter_map(|operation| operation.as_ref()?.operation_id.clone())
        .collect();
    let creation = operations(document).find(|operation| operation.operation_id.as_deref() == Some("create_game"));
    let created = creation.and_then(|operation| operation.responses.responses.get_mut("201"));
    let Some(RefOr::T(created)) = created else { return };
    for call in calls {
        let link = LinkBuilder::new().operation_id(&call).parameter("id", "$response.body#/game/id").build();
        created.links.insert(call, RefOr::T(link));
    }
}
