import type { MemberContext } from "./context";

/**
 * A read that the calls of one batch share, each batch with its own, as each has a context of its own. Where the batch
 * may write, every call reads anew.
 */
export function oncePerBatch<Value>(read: (ctx: MemberContext) => Value): (ctx: MemberContext) => Value {
	const known = new WeakMap<MemberContext, { value: Value }>();
	return (ctx) => {
		if (!ctx.isReadOnly) return read(ctx);
		const found = known.get(ctx) ?? { value: read(ctx) };
		known.set(ctx, found);
		return found.value;
	};
}
