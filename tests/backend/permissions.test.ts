import { beforeAll, describe, expect, it } from "vitest";
import { can, Role } from "../../shared/permissions";
import { addMember, createOwner } from "./fixtures/fleet";
import type { Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

const guarded = procedures.filter(({ capability }) => capability !== null);
const people = new Map<Role, Person>();

beforeAll(async () => {
	const { id, owner } = await createOwner();
	for (const role of Role.options) people.set(role, role === "owner" ? owner : await addMember(id, role));
});

describe.each(guarded)("$path", ({ path, type, capability }) => {
	it.each(Role.options)("asks a %s for its capability before it looks at the input", async (role) => {
		const person = people.get(role);
		if (!person || capability === null) throw new Error("set up above");
		const { error } = await (type === "query" ? person.query(path) : person.mutate(path));
		const refusal = { code: error?.data.code, reason: error?.data.reason };
		if (can(role, capability)) expect(refusal.reason).not.toBe("NOT_PERMITTED");
		else expect(refusal).toEqual({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
	});
});

describe("the router", () => {
	it("has every query of the product under its name", () => {
		const specified = [
			"device.getDevices",
			"group.getGroups",
			"group.getGroup",
			"log.getLogs",
			"report.getReports",
			"report.getReport",
			"alert.getAlerts",
			"alert.getAlert",
			"account.getCurrent",
			"account.getUsers",
			"account.getContacts",
			"billing.getBillingSummary",
			"billing.getStorageDetails",
		];
		const queries = procedures.filter(({ type }) => type === "query").map(({ path }) => path);
		expect(queries).toEqual(expect.arrayContaining(specified));
	});

	it("lets people without a capability only find their way into an account", () => {
		const open = procedures.filter(({ capability }) => capability === null).map(({ path }) => path);
		expect(open.sort()).toEqual([
			"account.acceptInvitation",
			"account.createAccount",
			"account.getFormerMembership",
			"account.getInvitation",
			"account.getInvitations",
		]);
	});
});
