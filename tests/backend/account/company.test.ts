import { describe, expect, it } from "vitest";
import type { CurrentAccount } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import type { Company } from "../../../shared/account/company";
import { reasonOf } from "../fixtures/account-users";
import { addGroup, addMember, createOwner } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const companyOf = async (person: Person) => dataOf<Company>(await person.query("account.getCompany"));
const update = (asks: Person, company: Company, changes: Partial<Company>) =>
	asks.mutate("account.updateCompany", { ...company, ...changes });

async function denialOf(changes: Partial<Company>): Promise<unknown> {
	const { owner } = await createOwner();
	const before = await companyOf(owner);
	const { error } = await update(owner, before, changes);
	expect(await companyOf(owner)).toEqual(before);
	return error?.data.fields;
}

async function keptOf(changes: Partial<Company>): Promise<Company> {
	const { owner } = await createOwner();
	return dataOf<Company>(await update(owner, await companyOf(owner), changes));
}

describe("a change of company information", () => {
	it("stores and records it with both values, and returns it to every caller", async () => {
		const { id, owner } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const before = await companyOf(owner);
		const changes = {
			legalName: "Acme Lda.",
			email: "office@acme.test",
			hourCycle: "24",
			decimalSign: "comma",
		} as const;
		const after = dataOf<Company>(await update(owner, before, { ...changes, supportContact: "Ana, 2101" }));
		expect(after).toEqual({ ...before, ...changes, supportContact: "Ana, 2101", version: before.version + 1 });
		expect(await companyOf(viewer)).toEqual(after);
		const seen = dataOf<CurrentAccount>(await viewer.query("account.getCurrent"));
		expect(seen).toMatchObject({ formats: { hourCycle: "24", decimalSign: "comma" }, supportContact: "Ana, 2101" });
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "account" }));
		expect(entries[0]).toMatchObject({ action: "account.updateCompany", entities: [{ id, name: before.companyName }] });
		expect(entries[0]?.entities[0]?.fields).toContainEqual({ field: "hourCycle", before: "12", after: "24" });
		expect(entries[0]?.entities[0]?.fields).toContainEqual({ field: "email", before: "", after: "office@acme.test" });
	});

	it("stores units beside the temperature, and keeps them where a page of the release before sends none", async () => {
		const { owner } = await createOwner();
		const before = await companyOf(owner);
		expect(before.units).toEqual({});
		const units = { pressure: "inHg", rain: "in" };
		const after = dataOf<Company>(await update(owner, before, { units, temperatureUnit: "°F" }));
		const seen = dataOf<CurrentAccount>(await owner.query("account.getCurrent"));
		expect(seen.formats).toMatchObject({ units, temperatureUnit: "°F" });
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "account" }));
		expect(entries[0]?.entities[0]?.fields).toContainEqual({ field: "units.pressure", before: null, after: "inHg" });
		const { units: _, ...old } = after;
		const saved = dataOf<Company>(await owner.mutate("account.updateCompany", { ...old, city: "Lisboa" }));
		expect([saved.units, saved.city]).toEqual([units, "Lisboa"]);
		expect(await denialOf({ units: { pressure: "°C" } })).toEqual({
			units: "Choose a unit from the list.",
		});
	});

	it("stores hours until an acknowledged alert comes back, from one to 24", async () => {
		const { owner } = await createOwner();
		const seen = await companyOf(owner);
		expect(seen.stillOutHours).toBe(4);
		const denials = [0, 25, 1.5].map(async (stillOutHours) => {
			const { error } = await update(owner, seen, { stillOutHours });
			return error?.data.fields;
		});
		expect(await Promise.all(denials)).toEqual([
			{ stillOutHours: "At least one." },
			{ stillOutHours: "At most 24." },
			{ stillOutHours: "A whole number." },
		]);
		expect(dataOf<Company>(await update(owner, seen, { stillOutHours: 24 })).stillOutHours).toBe(24);
	});

	it("rejects an outdated version, and keeps the version if nothing changes", async () => {
		const { owner } = await createOwner();
		const seen = await companyOf(owner);
		expect(dataOf<Company>(await update(owner, seen, {})).version).toBe(seen.version);
		dataOf(await update(owner, seen, { city: "Lisboa" }));
		expect(await reasonOf(update(owner, seen, { city: "Porto" }))).toBe("CHANGED_MEANWHILE");
		expect((await companyOf(owner)).city).toBe("Lisboa");
	});

	it("denies it to an admin who sees some groups only", async () => {
		const { id } = await createOwner();
		const group = await addGroup(id, "Pharmacy");
		const admin = await addMember(id, "admin", { groupIds: [group] });
		expect(await reasonOf(update(admin, await companyOf(admin), { city: "Porto" }))).toBe("NOT_PERMITTED");
	});
});

describe("a phone number", () => {
	it.each([
		["+351 21 000 0101", "", "+351210000101"],
		["030 901820", "DE", "+4930901820"],
		["(212) 736-5000 ext. 12", "US", "+12127365000 ext. 12"],
		["0180 5 123456", "DE", "+491805123456"],
		["", "DE", ""],
	])("stores %j of %j as %j, and the same when it is saved again", async (phone, country, kept) => {
		expect((await keptOf({ phone, country })).phone).toBe(kept);
		expect((await keptOf({ phone: kept, country })).phone).toBe(kept);
	});

	it.each([
		["030 901820", "", "or choose the country"],
		["+999 1234567", "DE", "no such phone number"],
		["12", "DE", "no such phone number"],
		["call us", "XK", "no such phone number"],
	])("rejects %j of %j at its field", async (phone, country, sentence) => {
		expect(await denialOf({ phone, country })).toEqual({ phone: expect.stringContaining(sentence) });
	});
});

describe("a tax number", () => {
	it.each([
		["DE", "DE 136 695 976"],
		["GB", "GB 980 7806 84"],
		["GB", "XI 980 7806 84"],
		["GR", "EL094259216"],
		["US", "12-3456789"],
		["PT", "501 964 843"],
		["CH", "CHE-116.281.710 MWST"],
		["IN", "27AAPFU0939F1ZV"],
		["JP", "T7000012050002"],
		["ES", "ESB58378431"],
		["US", "DE136695976"],
		["US", "EU372000041"],
		["GB", "GBGD001"],
		["BE", "BE1000000021"],
		["XK", "anything"],
		["", "anything"],
	])("stores in %j the number %j as typed", async (country, taxId) => {
		expect(await keptOf({ country, taxId })).toMatchObject({ country, taxId });
	});

	it.each([
		["DE", "DE136695977"],
		["PT", "501964844"],
		["US", "1"],
		["BE", "BE BE 0308.357.159"],
		["AU", "x".repeat(40)],
	])("rejects in %j the number %j at its field", async (country, taxId) => {
		expect(await denialOf({ country, taxId })).toEqual({ taxId: expect.stringContaining("Check each digit") });
	});
});
