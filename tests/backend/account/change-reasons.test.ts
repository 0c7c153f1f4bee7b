import { beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry, AuditPage } from "../../../shared/account/audit";
import {
	type ChangeReasons,
	changePurpose,
	noChangeReasons,
	reasonKindOf,
	reasonKinds,
} from "../../../shared/account/change-reasons";
import { headerNames } from "../../../shared/base/header-names";
import { addDevice, addMember, createOwner, type TestAccount } from "../fixtures/fleet";
import { confirmAct, dataOf, type Person, type Reply } from "../fixtures/people";
import { procedures } from "../fixtures/procedures";

const all: ChangeReasons["kinds"] = Object.fromEntries(reasonKinds.map((kind) => [kind, "reason"]));

async function requireReasons(owner: Person, kinds: ChangeReasons["kinds"]): Promise<void> {
	dataOf(await owner.mutate("account.saveChangeReasons", { kinds, reasons: [] }));
}

function stating(person: Person, header: string | null): Person {
	if (header === null) person.headers.delete(headerNames.reason);
	else person.headers.set(headerNames.reason, header);
	return person;
}

const neededOf = ({ error }: Reply) => error?.data.neededReason ?? null;

async function lastEntry(owner: Person): Promise<AuditEntry | undefined> {
	return dataOf<AuditPage>(await owner.query("account.getAudit", { action: "device.archiveDevices" })).entries[0];
}

describe("reasons for changes", () => {
	let account: TestAccount;
	let deviceId: string;
	const archive = async (person: Person) => person.mutate("device.archiveDevices", { deviceIds: [deviceId] });

	beforeAll(async () => {
		account = await createOwner();
	});

	it("needs one for the actions of each kind, and for no other write", async () => {
		const { owner } = await createOwner();
		await requireReasons(owner, all);
		const writes = procedures.filter(({ type }) => type === "mutation").map(({ path }) => path);
		const needed: string[] = [];
		for (const path of writes) if (neededOf(await owner.mutate(path))) needed.push(path);
		expect(needed.sort()).toEqual(writes.filter((path) => reasonKindOf(path) !== null).sort());
		expect(new Set(needed.map(reasonKindOf))).toEqual(new Set(reasonKinds));
	});

	it("changes nothing without a reason, and stores the reason in the row of the change", async () => {
		const { owner } = account;
		({ id: deviceId } = dataOf<{ id: string }>({ data: (await addDevice(owner)).device, error: null }));
		await requireReasons(owner, { removals: "reason" });
		const rejected = await archive(owner);
		expect(rejected.error?.data).toMatchObject({ reason: "REASON_REQUIRED", httpStatus: 412 });
		expect(neededOf(rejected)).toEqual({ kind: "removals", isProven: false });
		expect(await lastEntry(owner)).toBeUndefined();
		const reason = "Prüfung – 校正 🌡️";
		dataOf(await archive(stating(owner, encodeURIComponent(reason))));
		stating(owner, null);
		expect(await lastEntry(owner)).toMatchObject({ reason, proof: null });
	});

	it.each([
		["an empty text", ""],
		["blanks alone", "%20%20"],
		["a broken encoding", "%E0%A4%A"],
		["501 characters", "x".repeat(501)],
	])("rejects %s as a reason", async (_, header) => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		await requireReasons(owner, { removals: "reason" });
		const response = await stating(owner, header).mutate("device.archiveDevices", { deviceIds: [device.id] });
		expect(response.error?.data.reason).toBe("REASON_REQUIRED");
	});

	it("needs the password again for each change where the account wants both", async () => {
		const { owner } = await createOwner();
		const devices = [await addDevice(owner), await addDevice(owner, { name: "Second", serialNumber: "SN-2" })];
		await requireReasons(owner, { removals: "proof" });
		stating(owner, "Moved");
		const archiveOne = (index: number) =>
			owner.mutate("device.archiveDevices", { deviceIds: [devices[index]?.device.id] });
		expect(neededOf(await archiveOne(0))).toEqual({ kind: "removals", isProven: true });
		expect(await confirmAct(owner, changePurpose("rules"))).toBe(204);
		expect(neededOf(await archiveOne(0))).toEqual({ kind: "removals", isProven: true });
		expect(await confirmAct(owner, changePurpose("removals"))).toBe(204);
		dataOf(await archiveOne(0));
		expect(await lastEntry(owner)).toMatchObject({ reason: "Moved", proof: "password" });
		expect(neededOf(await archiveOne(1))).toEqual({ kind: "removals", isProven: true });
	});

	it("keeps the proof for a second attempt if the change fails", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		await requireReasons(owner, { removals: "proof" });
		stating(owner, "Moved");
		await confirmAct(owner, changePurpose("removals"));
		const unknown = await owner.mutate("device.archiveDevices", { deviceIds: ["dev_00000000000000000000000000"] });
		expect(unknown.error?.data.reason).toBe("DEVICE_NOT_FOUND");
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
	});

	it("lets owners alone decide, and records their decision", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const denied = await admin.mutate("account.saveChangeReasons", noChangeReasons);
		expect(denied.error?.data.reason).toBe("NOT_PERMITTED");
		await requireReasons(owner, { rules: "proof" });
		expect(dataOf(await admin.query("account.getChangeReasons"))).toEqual({ kinds: { rules: "proof" }, reasons: [] });
		const { entries } = dataOf<AuditPage>(
			await owner.query("account.getAudit", { action: "account.saveChangeReasons" }),
		);
		expect(entries[0]?.entities[0]?.fields).toEqual([
			{ field: "changeReasons.kinds.rules", before: null, after: "proof" },
		]);
	});
});
