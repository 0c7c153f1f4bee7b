import type { User } from "../../shared/account/account";
import type { Role } from "../../shared/account/permissions";
import { exampleId } from "./ids";

const joinedAt = new Date("2026-03-02T08:00:00Z");

/** The account's members by the token's `sub`. These are people of a local run's emulated pool; yours come from your own table. */
export const members = new Map<string, User>([
	member(1, "owner", "Maria Oliveira"),
	member(2, "admin", "Tomás Ferreira"),
	member(3, "operator", "Ana Prado"),
	member(4, "viewer", "Ellen Whitaker"),
	member(5, "billing", "Jonas Vermeer"),
]);

function member(n: number, role: Role, name: string): [sub: string, user: User] {
	const user: User = {
		id: exampleId("user", n),
		name,
		email: `${role}@aqlcloud.test`,
		role,
		scope: "all",
		status: "active",
		lastSeenAt: null,
		lastSignInAt: null,
		invitation: null,
		version: 1,
		createdAt: joinedAt,
	};
	return [`0a5e7b10-000${n}-4000-8000-00000000000${n}`, user];
}
