import type { MemberContext } from "../context";
import { domainError } from "../errors";

/** An integration's key writes into every device: someone with a scope of groups has no say in it. */
export function keyManagerOrThrow({ user }: MemberContext): void {
	if (user.scope !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
}
