//! The item of each turn of the loop over a source.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned as _;

use super::closure::Item;
use super::opened::Opened;
use super::source::Width;
use super::{Lowerer, Text, module};

impl Lowerer<'_> {
    /// The item of this turn, and the probe of the source. In the probe all items are values: a reference says no more than its value.
    pub(super) fn item(&mut self, opened: &Opened, turn: &str) -> Option<(Item, TokenStream)> {
        Some(match opened {
            Opened::Array(array, borrowed) => {
                let (text, borrowed, probe) = (array.element(self, turn), usize::from(*borrowed), &array.probe);
                let items = quote_spanned!(probe.span()=> ::core::iter::IntoIterator::into_iter(#probe));
                (Item::One { text, borrowed }, items)
            }
            Opened::Places(text, slot, probe) => {
                let element = self.ask_of("HasElements", slot, probe, "element", &quote!(#turn));
                let text = text.clone().and(Text::asked(element, Some(format!("[{turn}]"))));
                let items = quote_spanned!(probe.span()=> ::core::iter::IntoIterator::into_iter(#probe));
                (Item::Place(text), items)
            }
            Opened::Part(array, first, _, items) => {
                let text = array.element(self, &format!("{first} + {turn}"));
                (Item::One { text, borrowed: 1 }, items.clone())
            }
            Opened::Range(first, _, slot, items) => {
                let kind = self.ask(slot, items, "name", &module().to_token_stream());
                let text = Text::fixed(format!("({first} + "))
                    .and(Text::asked(kind, None))
                    .then(&format!("({turn}))"));
                (Item::value(text), items.clone())
            }
            Opened::Reversed(inner, last, method) => {
                let (item, probe) = self.item(inner, &format!("({last} - {turn})"))?;
                (item, quote!(#probe #method()))
            }
            Opened::Copied(inner) => {
                let (item, probe) = self.item(inner, turn)?;
                (item.copied(), probe)
            }
            Opened::Enumerated(inner, method, counter) => {
                let (item, probe) = self.item(inner, turn)?;
                let index = match counter {
                    Some(counter) => {
                        let index = self.unique("index");
                        self.line(Text::fixed(format!("let {index} = {counter};")));
                        self.line(Text::fixed(format!("{counter} += 1u;")));
                        index
                    }
                    None => turn.to_owned(),
                };
                let index = Item::value(Text::fixed(index));
                (Item::Pair(Box::new(index), Box::new(item)), quote!(#probe #method()))
            }
            Opened::Zipped(one, other, method) => {
                let ((one, a), (other, b)) = (self.item(one, turn)?, self.item(other, turn)?);
                (Item::Pair(Box::new(one), Box::new(other)), quote!(#a #method(#b)))
            }
            Opened::Mapped(inner, closure, method) => {
                let (item, probe) = self.item(inner, turn)?;
                let (value, closure) = self.inlined(closure, vec![item])?;
                let value = self.keep(value);
                (Item::value(value.text), quote!(#probe #method(#closure)))
            }
            Opened::Filtered(inner, closure) => {
                let (item, probe) = self.item(inner, turn)?;
                let item = self.kept_item(item);
                let (value, closure) = self.inlined(closure, vec![item.clone().lent()])?;
                self.line(Text::fixed("if (!(").and(value.text).then(")) { continue; }"));
                let p = self.private(Span::call_site());
                (item, quote!(#p::filtered(#probe, #closure)))
            }
            Opened::Chained(one, other, first, slot, method) => {
                self.item_of_either([one, other], turn, first, slot, method)?
            }
            Opened::Skipped(inner, skipped, method) => {
                let (item, probe) = self.item(inner, &format!("({turn} + {skipped})"))?;
                (item, quote!(#probe #method))
            }
            Opened::Taken(inner, _, method) => {
                let (item, probe) = self.item(inner, turn)?;
                (item, quote!(#probe #method))
            }
            Opened::Flattened(inner, slot, (width, of), method) => {
                let (item, probe) = self.item(inner, &format!("({turn} / {width})"))?;
                let within = format!("({turn} % {width})");
                let text = item.text()?.clone();
                if *of == Width::Any {
                    let code = text.code(self.krate);
                    let absent = self.ask_of("HasElements", slot, &probe, "absent", &quote!(&#code, &#within));
                    let absent = Text::fixed("if (").and(Text::asked(absent, None));
                    self.line(absent.then(") { continue; }"));
                }
                let element = self.ask_of("HasElements", slot, &probe, "element", &quote!(&#within));
                let text = text.and(Text::asked(element, None));
                let item = match item {
                    Item::One { borrowed, .. } => Item::One { text, borrowed },
                    _ => Item::Place(text),
                };
                (item, quote!((#probe).map(|row| #slot.is(row)) #method()))
            }
            Opened::FilterMapped(inner, closure, method) => {
                let (item, probe) = self.item(inner, turn)?;
                let (value, closure) = self.inlined(closure, vec![item])?;
                let option = self.keep(value).text;
                self.line(
                    Text::fixed("if (")
                        .and(option.clone())
                        .then(".variant == 0u) { continue; }"),
                );
                (Item::value(option.then(".Some_0")), quote!(#probe #method(#closure)))
            }
        })
    }

    /// The item of a turn of two sources, the second of which comes behind the items of the first.
    fn item_of_either(
        &mut self,
        sources: [&Opened; 2],
        turn: &str,
        first: &str,
        slot: &Ident,
        method: &TokenStream,
    ) -> Option<(Item, TokenStream)> {
        let name = self.unique("item");
        self.line_of_type(&name, slot, method);
        let turns = [turn.to_owned(), format!("({turn} - {first})")];
        let opens = [format!("if ({turn} < {first}) {{"), "{".to_owned()];
        let (mut probes, mut references) = (Vec::new(), 0);
        for (index, (source, turn)) in sources.into_iter().zip(turns).enumerate() {
            let close = if index == 0 { "} else" } else { "}" };
            self.nested(Text::fixed(opens[index].clone()), close, |lower| {
                let (item, probe) = lower.item(source, &turn)?;
                let (text, borrowed) = match item {
                    Item::One { text, borrowed } => (text, borrowed),
                    Item::Place(_) => return lower.refuse(method, "`chain` of places that change", "write two loops"),
                    Item::Pair(..) => {
                        return lower.refuse(method, "`chain` of pairs", "`map` them to tuples, or write two loops");
                    }
                };
                lower.line(Text::fixed(format!("{name} = ")).and(text).then(";"));
                references = borrowed;
                probes.push(probe);
                Some(())
            })?;
        }
        let [one, other] = probes.as_slice() else { return None };
        let items = quote!((#one #method(#other)).map(|item| #slot.is(item)));
        let item = Item::One {
            text: Text::fixed(name),
            borrowed: references,
        };
        Some((item, items))
    }

    /// An item in variables, which is named more than once; a place is one already.
    pub(super) fn kept_item(&mut self, item: Item) -> Item {
        match item {
            Item::One { text, borrowed } => {
                let name = self.unique("item");
                self.line(Text::fixed(format!("let {name} = ")).and(text).then(";"));
                Item::One {
                    text: Text::fixed(name),
                    borrowed,
                }
            }
            Item::Pair(one, other) => {
                let (one, other) = (self.kept_item(*one), self.kept_item(*other));
                Item::Pair(Box::new(one), Box::new(other))
            }
            place => place,
        }
    }
}
