import { describe, expect, it } from "vitest";
import { countChanges } from "../../../backend/db/audit-rows";
import type { User } from "../../../shared/account/account";
import type { BrandState } from "../../../shared/account/brand";
import type { Company } from "../../../shared/account/company";
import type { Alert } from "../../../shared/alert/alert";
import type { Device } from "../../../shared/device/device";
import { reportDefinition } from "../../report-definition";
import { contactInput } from "../../samples";
import { addAlert, warmAlert } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { addDevice, addMember, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { createGroup, updateOf } from "../fixtures/group-input";
import { dataOf } from "../fixtures/people";
import { createReport } from "../fixtures/reports";

/** Makes one of something; returns the call that saves it unchanged. */
type Saving = (account: TestAccount) => Promise<[path: string, input: object]>;

const soon = Date.now() + 3_600_000;

async function twice(owner: TestAccount["owner"], path: string, input: object): Promise<[string, object]> {
	dataOf(await owner.mutate(path, input));
	return [path, input];
}

const savings: Record<string, Saving> = {
	"an alert rule": async ({ owner }) => {
		const { id: alertId, version } = await addAlert(owner);
		return ["alert.updateAlert", { ...warmAlert, alertId, version }];
	},
	"an alert rule that is on": async ({ owner }) => {
		const { id: alertId } = await addAlert(owner);
		return ["alert.setAlertEnabled", { alertId, isEnabled: true }];
	},
	"a contact": async ({ owner }) => {
		const { id: contactId, version } = await createContact(owner);
		return ["contact.updateContact", { ...contactInput(), contactId, version }];
	},
	"a group": async ({ owner }) => ["group.updateGroup", updateOf(await createGroup(owner))],
	"a report": async ({ owner }) => {
		const { id: reportId, version } = await createReport(owner);
		return ["report.updateReport", { ...reportDefinition(), reportId, version }];
	},
	"a device": async ({ owner }) => {
		const { device } = await addDevice(owner);
		const { version, name } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		return ["device.updateDevice", { deviceId: device.id, version, name }];
	},
	"a user": async ({ id, owner }) => {
		await addMember(id, "viewer");
		const users = dataOf<User[]>(await owner.query("account.getUsers"));
		const user = users.find(({ role }) => role === "viewer");
		if (!user) throw new Error("No viewer");
		return ["account.updateUser", { userId: user.id, version: user.version, role: user.role, scope: user.scope }];
	},
	"company information": async ({ owner }) => {
		return ["account.updateCompany", dataOf<Company>(await owner.query("account.getCompany"))];
	},
	"the draft of a look": async ({ owner }) => {
		const { draft, version } = dataOf<BrandState>(await owner.query("account.getBrand"));
		return ["account.saveBrandDraft", { ...draft, version }];
	},
	"what happens when the storage is full": async () => ["billing.setWhenFull", { whenFull: "refuse" }],
	"who is notified of storage": async () => ["billing.setStorageContacts", { contacts: null }],
	"a rule that is muted until then": async ({ owner }) => {
		const { id } = await addAlert(owner);
		return twice(owner, "alert.muteAlerts", { alertIds: [id], until: soon, reason: "Works" });
	},
	"a group that is muted until then": async ({ owner }) => {
		const { id } = await createGroup(owner);
		return twice(owner, "group.muteGroups", { ids: [id], until: soon });
	},
	"a contact that is paused until then": async ({ owner }) => {
		const { id } = await createContact(owner);
		return twice(owner, "contact.pauseContacts", { contactIds: [id], until: soon });
	},
	"a contact that is in the group, and not in the other": async ({ owner }) => {
		const { id } = await createContact(owner);
		const made = ["Night", "Day"].map((name) => owner.mutate("contact.createContactGroup", { name }));
		const [night, day] = (await Promise.all(made)).map((response) => dataOf<{ id: string }>(response).id);
		const input = { contactIds: [id], addGroupIds: [night], removeGroupIds: [day] };
		return twice(owner, "contact.groupContacts", input);
	},
	"the account's retention": async () => ["billing.setAccountRetention", { retentionDays: null }],
};

describe.each(Object.entries(savings))("saving %s unchanged", (_, make) => {
	it("writes nothing at all", async () => {
		const account = await createOwner();
		// The first call of a sign-in writes the time of the sign-in.
		dataOf(await account.owner.query("account.getCurrent"));
		const [path, input] = await make(account);
		const before = await inAccount(account.id, countChanges);
		dataOf(await account.owner.mutate(path, input));
		expect((await inAccount(account.id, countChanges)) - before).toBe(0);
	});
});

it("leaves a rule's version, which another form has open", async () => {
	const { owner } = await createOwner();
	const { id: alertId, version } = await addAlert(owner);
	dataOf(await owner.mutate("alert.updateAlert", { ...warmAlert, alertId, version }));
	expect(dataOf<Alert>(await owner.query("alert.getAlert", { alertId })).version).toBe(version);
});
