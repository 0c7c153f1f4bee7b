import type { MemberContext } from "../../context";
import { InputError } from "../../errors";
import { groupOrThrow } from "../../group/scope";

/** Groups that take devices by hand, each once. Throws GROUP_NOT_FOUND, and InputError at `field` for one made by a filter. */
export function chosenGroupIds(ctx: MemberContext, groupIds: string[] | undefined, field: string): string[] {
	const ids = [...new Set(groupIds)];
	if (ids.some((id) => groupOrThrow(ctx, id).kind === "dynamic")) {
		throw new InputError({ [field]: "A group made by a filter takes no devices by hand." });
	}
	return ids;
}
