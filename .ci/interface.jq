# The public items of a crate, one a line, by their paths: from the JSON that rustdoc writes.
.index as $index
| def item: $index[tostring] | values;
  def kind: .inner | keys[0];
  # What an item contains: of its implementations, the methods that are not those of a trait.
  def parts: .inner[kind]
      | .items[]?, .variants[]?, .kind?.plain?.fields[]?,
        (.impls[]? | item.inner.impl | select(.trait == null) | .items[])
      | item;
  def paths($at):
      if kind != "use" then "\($at)::\(.name)" as $path | "\($path) (\(kind))", (parts | paths($path))
      else .inner.use as $use | ($use.id | item)
          | if $use.is_glob then parts | paths($at) else .name = $use.name | paths($at) end
      end;
  [.root | item | .name as $name | parts | paths($name)] | unique[]
