//! Components with an id: the id is the component, and what is printed on it is looked up by it.

/// Makes a component type of a table of faces. It is compared by its face alone, and is its id on the wire.
macro_rules! printed {
    ($(#[$doc:meta])* $name:ident, $face:ty, $table:expr, $schema:literal, $what:literal, $pattern:literal, $example:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(&'static $face);

        impl $name {
            /// Every one of the box.
            pub(super) fn all() -> impl Iterator<Item = Self> {
                $table.iter().map(Self)
            }

            /// Its id.
            pub fn id(self) -> &'static str {
                self.0.id
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                std::ptr::eq(self.0, other.0)
            }
        }

        impl Eq for $name {}

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::rulesets::textual::Unlisted;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::rulesets::textual::find(Self::all(), text)
            }
        }

        $crate::rulesets::textual::textual! {
            $name,
            $crate::rulesets::textual::Form {
                schema: $schema,
                about: concat!("The id of ", $what, "; the catalogue tells what is printed on it."),
                expected: concat!("the id of ", $what, " of Villa Panda, such as ", $example),
                ids: $crate::rulesets::textual::Ids::Like($pattern),
                example: $example,
            }
        }
    };
}
pub(super) use printed;
