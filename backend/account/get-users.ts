import type { User } from "../../shared/account";
import type { Verb } from "../context";
import { listUsers } from "./user-rows";

export function getUsers({ ctx }: Verb): User[] {
	return listUsers(ctx.db);
}
