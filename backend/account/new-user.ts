import type { Scope } from "../../shared/account";
import type { Role } from "../../shared/permissions";
import type { AccountDb } from "../context";
import type { NewId } from "../ids";
import type { UserRow } from "./user-rows";

export type NewMember = { sub: string; email: string; name: string; role: Role; scope: Scope };

/** What making a row needs beside its contents; `now` is epoch ms. */
export type RowStore = { db: AccountDb; newId: NewId; now: number };

const unseen = { lastSeenAt: null, identityIssuedAt: null };

export function newUser({ newId, now }: RowStore, { sub, email, name, role, scope }: NewMember): UserRow {
	const createdAt = new Date(now);
	return { id: newId("user"), sub, email, name, role, scope, status: "active", ...unseen, createdAt };
}
