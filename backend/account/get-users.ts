import type { User } from "../../shared/account";
import type { Verb } from "../context";
import { isWithinScope } from "../group/scope";
import { listUsers } from "./user-rows";

/** The users of the account; for a scope of groups those whose own scope lies within it. */
export function getUsers({ ctx }: Verb): User[] {
	return listUsers(ctx.db).filter((user) => isWithinScope(ctx, user));
}
