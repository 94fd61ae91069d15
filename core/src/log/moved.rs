//! The envelope of a move: the move, by which ruleset and version it is played, and room for who signs it.

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
#[cfg(feature = "schema")]
use utoipa::openapi::{Ref, RefOr, Schema};
#[cfg(feature = "schema")]
use utoipa::{PartialSchema, ToSchema};

use super::bad_payload::BadPayload;
use crate::kernel::{Kind, Reserved};
use crate::rulesets::any::{AnyMove, Edition};

/// What a move is recorded with. Its `ruleset` always names the version, `red-panda@1`: a log stays as it is when another
/// version is built in, and the bare name on the wire then means that one.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved(pub AnyMove);

/// The move without the tag around it.
struct Bare<'a>(&'a AnyMove);

impl Serialize for Bare<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_bare(serializer)
    }
}

impl Serialize for Moved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut payload = serializer.serialize_struct("MovePayload", 4)?;
        payload.serialize_field("move", &Bare(&self.0))?;
        payload.serialize_field("ruleset", self.0.edition().log_tag())?;
        payload.serialize_field("seen", &Reserved)?;
        payload.serialize_field("signature", &Reserved)?;
        payload.end()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMoved<'a> {
    #[serde(borrow, rename = "move")]
    mv: &'a RawValue,
    #[serde(borrow)]
    ruleset: Cow<'a, str>,
    #[serde(rename = "seen")]
    _seen: Reserved,
    #[serde(rename = "signature")]
    _signature: Reserved,
}

/// Reads the move of a game of this ruleset and version.
pub(super) fn parse(edition: Edition, json: &str) -> Result<AnyMove, BadPayload> {
    let kind = Kind::Move;
    let shape = |cause| BadPayload::Shape { kind, cause };
    let raw: RawMoved<'_> = serde_json::from_str(json).map_err(shape)?;
    if raw.ruleset != edition.log_tag() {
        let found = raw.ruleset.chars().take(40).collect();
        return Err(BadPayload::OtherRuleset { expected: edition.log_tag(), found });
    }
    edition.read_move(&mut serde_json::Deserializer::from_str(raw.mv.get())).map_err(shape)
}

#[cfg(feature = "schema")]
impl PartialSchema for Moved {
    fn schema() -> RefOr<Schema> {
        let reserved = || RefOr::from(Ref::from_schema_name("Reserved"));
        let one = |(edition, name): (Edition, Cow<'static, str>)| {
            let tag = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([edition.log_tag()]));
            let camel: String = name.trim_end_matches("Move").into();
            ObjectBuilder::new()
                .title(Some(format!("MovePayload{camel}")))
                .property("move", Ref::from_schema_name(name))
                .property("ruleset", tag)
                .property("seen", reserved())
                .property("signature", reserved())
                .required("move")
                .required("ruleset")
                .required("seen")
                .required("signature")
        };
        let all = AnyMove::schema_names().into_iter().map(one);
        all.fold(OneOfBuilder::new(), OneOfBuilder::item).description(Some("A seat moved.")).into()
    }
}

#[cfg(feature = "schema")]
impl ToSchema for Moved {
    fn name() -> Cow<'static, str> {
        "MovePayload".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("Reserved".into(), Reserved::schema()));
        AnyMove::schemas(schemas);
    }
}
