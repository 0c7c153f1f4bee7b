import { describe, expect, it } from "vitest";
import { invitationText } from "../../client/features/membership/opened-invitation";
import { isExpired, manageDenial, statusLabelOf } from "../../client/features/users/user-labels";
import { type AccessValues, accessOf, accessParts, fieldOf, toAccess } from "../../client/features/users/user-values";
import { mergeValues } from "../../client/forms/versioned-form";
import { invitationPath, maskedEmail, type Scope, type SentInvitation } from "../../shared/account/account";
import { can, canGrant, capabilities, Role } from "../../shared/account/permissions";

const some = (...groupIds: string[]): AccessValues => ({ role: "viewer", sees: "some", groupIds });
const base: { role: Role; scope: Scope } = { role: "viewer", scope: { groupIds: ["a"] } };

describe("two people at one user", () => {
	it("each keep what only they have changed", () => {
		const theirs: AccessValues = { ...some("a"), role: "operator" };
		const merged = mergeValues(accessParts([]), { base: some("a"), mine: some("a", "b"), theirs });
		expect(merged).toMatchObject({ values: { ...some("a", "b"), role: "operator" }, taken: ["Role"], conflicts: [] });
	});

	it("choose in words where both have changed the same", () => {
		const groups = [{ id: "b", name: "North" }];
		const theirs = accessOf({ role: "viewer", scope: "all" });
		const { values, taken, conflicts } = mergeValues(accessParts(groups), {
			base: some("a"),
			mine: some("b", "c"),
			theirs,
		});
		expect([values, taken]).toEqual([some("b", "c"), []]);
		expect(conflicts).toMatchObject([{ label: "Sees", mine: "North and 1 other group", theirs: "All groups" }]);
	});

	it("choose nothing where both chose the same, in any order", () => {
		const merged = mergeValues(accessParts([]), { base: some("a"), mine: some("b", "c"), theirs: some("c", "b") });
		expect([merged.taken, merged.conflicts]).toEqual([[], []]);
	});
});

it("shows every error of a scope at the choice of groups", () => {
	expect(["scope", "scope.groupIds", "scope.groupIds.0", "role", "email"].map(fieldOf)).toEqual([
		...["groupIds", "groupIds", "groupIds"],
		...["role", "email"],
	]);
	expect(toAccess(accessOf(base))).toEqual(base);
});

describe("a role", () => {
	it.each(Role.options.flatMap((role) => Role.options.map((granted) => [role, granted] as const)))(
		"%s gives %s only if it may do all of it",
		(role, granted) => {
			const exceeds = capabilities.filter((capability) => can(granted, capability) && !can(role, capability));
			expect(canGrant(role, granted)).toBe(exceeds.length === 0);
		},
	);

	it("allows an admin to make no owner and no one who pays", () => {
		expect(Role.options.filter((granted) => canGrant("admin", granted))).toEqual(["admin", "operator", "viewer"]);
	});
});

it("says why a person may not change a user", () => {
	const user = (id: string, role: Role) => ({ id, role });
	const owner = user("o", "owner");
	const admin = user("a", "admin");
	expect(manageDenial(owner, user("v", "viewer"))).toBeNull();
	expect(manageDenial(admin, admin)).toMatch(/You cannot change your own role/);
	expect(manageDenial(admin, owner)).toBe("Only an owner can change an owner.");
	expect(manageDenial(user("v", "viewer"), admin)).toMatch(/owners and admins/);
});

it("separates an expired invitation from an open one", () => {
	const sent = (expiresAt: Date): SentInvitation => {
		return { invitedBy: "u", inviterName: "Maria", note: "", sentAt: new Date(0), expiresAt, mail: null };
	};
	const [past, future] = [sent(new Date(0)), sent(new Date(8e15))];
	expect([past, future].map(isExpired)).toEqual([true, false]);
	expect(statusLabelOf({ status: "invited", invitation: past }).label).toBe("Invitation expired");
	expect(statusLabelOf({ status: "invited", invitation: future }).label).toBe("Invited");
});

it("gives a way on for every invitation that cannot be accepted", () => {
	const at = { companyName: "Acme", inviterName: "Maria" };
	const states = [
		...(["expired", "revoked", "used"] as const).map((state) => ({ state, ...at })),
		...(["member", "unverified", "unknown"] as const).map((state) => ({ state })),
		{ state: "otherAddress", email: "m…@a.test" } as const,
	];
	const wordsOf = (hasAccount: boolean) => states.map((state) => invitationText(state, { hasAccount }));
	const words = wordsOf(false);
	expect(new Set(words.map(({ title }) => title)).size).toBe(states.length);
	for (const { text, to } of words) expect([text.endsWith("."), to.startsWith("/")]).toEqual([true, true]);
	const newAccount = (invitationTexts: typeof words) =>
		invitationTexts.filter(({ to }) => to === "/create-account").length;
	// A member of another account goes back to it; an unverified address is verified there all the same.
	expect([newAccount(words), newAccount(wordsOf(true))]).toEqual([6, 1]);
});

it("masks an address, and keeps every address whole in a link", () => {
	expect(["maria@example.com", "@x", "none", "é@b.test"].map(maskedEmail)).toEqual([
		"m…@example.com",
		"…",
		"…",
		"é…@b.test",
	]);
	const path = invitationPath({ id: "inv_1", email: "jane.doe+x&y@a.test" });
	expect(new URL(path, "https://a.test").searchParams.get("email")).toBe("jane.doe+x&y@a.test");
});
