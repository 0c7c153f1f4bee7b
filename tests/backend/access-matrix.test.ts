import { beforeAll, describe, expect, it } from "vitest";
import { readingImports } from "../../backend/db/schema";
import type { Scope } from "../../shared/account";
import type { ChangedDevices } from "../../shared/device-inputs";
import { Role } from "../../shared/permissions";
import type { SavedView } from "../../shared/view";
import { userOf } from "./fixtures/account-users";
import { eventsSeen } from "./fixtures/alert-account";
import { addAlert, warmAlert } from "./fixtures/alert-rules";
import { contactInput, createContact } from "./fixtures/contact-input";
import { fileFormatInput, keepFormat } from "./fixtures/file-formats";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "./fixtures/fleet";
import { groupInput } from "./fixtures/group-input";
import { invite } from "./fixtures/invitations";
import { dataOf, type Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

/**
 * Who may call what, written out apart from the code: every procedure, every role, with all groups and with some, at
 * things out of their scope and of another account. A new procedure needs a line here.
 */
const fleet: Role[] = ["owner", "admin", "operator", "viewer"];
const everyone: Role[] = [...fleet, "billing"];
const actors: Role[] = ["owner", "admin", "operator"];
const managers: Role[] = ["owner", "admin"];
const owners: Role[] = ["owner"];

type Things = typeof noThings;
type Expectation = {
	roles: Role[] | "anybody signed in";
	/** Names a thing: out of their scope and of another account it is not found. */
	names?: (things: Things) => object;
	/** Refused to who sees some groups only, whatever it names. */
	whole?: (things: Things) => object;
};

const noThings = {
	device: "",
	channel: "",
	group: "",
	alert: "",
	event: "",
	contact: "",
	import: "",
	format: "",
	undo: "",
	user: "",
	invitation: "",
	view: "",
};
const hour = { rangeType: "hour", offset: 0, pixels: 100 };
const file = { fileName: "a.csv", file: { problem: "empty" } };
const one = ({ device }: Things) => ({ deviceId: device });
const many = ({ device }: Things) => ({ deviceIds: [device] });
const user = ({ user: userId }: Things) => ({ userId });
const invitation = ({ invitation: invitationId }: Things) => ({ invitationId });
const calibration = ({ channel }: Things) => ({ channelId: channel, from: 0, scale: 1, offset: 0, seen: [] });
const { rule, severity } = warmAlert;
const rehearsal = { rule, severity, contactIds: [], contactGroupIds: [], days: 7 };
const anyDevice = { name: "X", ...{ timezoneOffset: 0, timeZoneRule: 0 } };
const newDevice = { ...anyDevice, channels: [{ name: "A", quantity: "other", unit: "" }] };
const savedView = { name: "X", search: "", isShared: true };
const anyKey = () => ({ keyId: newId("integrationKey"), graceSeconds: 0 });
const anyMessage = () => ({ keyId: newId("integrationKey"), messageId: newId("integrationMessage") });
const anyAddress = () => ({ contactId: newId("contact"), channel: "email" });
const contactGroup = () => ({ groupId: newId("contactGroup") });
const viewerOf = ({ group }: Things) => ({ role: "viewer", scope: { groupIds: [group] } });

const expectations: Record<string, Expectation> = {
	"account.acceptInvitation": { roles: "anybody signed in" },
	"account.createAccount": { roles: "anybody signed in" },
	"account.createIntegrationKey": { roles: managers, whole: () => ({ name: "X", isCreatingDevices: true }) },
	"account.disableUser": { roles: managers, names: user },
	"account.enableUser": { roles: managers, names: user },
	"account.endUserSessions": { roles: managers, names: user },
	"account.getAudit": { roles: managers },
	"account.getContacts": { roles: fleet },
	"account.getCurrent": { roles: everyone },
	"account.getFormerMembership": { roles: "anybody signed in" },
	"account.getIntegrationKeys": { roles: managers, whole: () => ({}) },
	"account.getIntegrationMessageBody": { roles: managers, whole: anyMessage },
	"account.getIntegrationMessages": { roles: managers, whole: () => ({ keyId: newId("integrationKey") }) },
	"account.getInvitation": { roles: "anybody signed in" },
	"account.getInvitations": { roles: "anybody signed in" },
	"account.getUsers": { roles: managers },
	"account.inviteUser": { roles: managers, names: (things) => ({ email: "a@b.test", note: "", ...viewerOf(things) }) },
	"account.leaveAccount": { roles: everyone },
	"account.readIntegrationMessageAgain": { roles: managers, whole: anyMessage },
	"account.removeUser": { roles: managers, names: user },
	"account.resendInvitation": { roles: managers, names: invitation },
	"account.revokeIntegrationKey": { roles: managers, whole: () => ({ keyId: newId("integrationKey") }) },
	"account.revokeInvitation": { roles: managers, names: invitation },
	"account.rotateIntegrationKey": { roles: managers, whole: anyKey },
	"account.transferOwnership": { roles: owners, names: user },
	// Not found before not permitted, whatever the role: a refusal would tell that it exists.
	"account.undo": { roles: fleet, names: ({ undo }) => ({ undoId: undo }) },
	"account.updateInvitation": {
		roles: managers,
		names: (things) => ({ ...invitation(things), version: 1, ...viewerOf(things) }),
	},
	"account.updateUser": { roles: managers, names: (things) => ({ ...user(things), version: 1, ...viewerOf(things) }) },
	"alert.getAlert": { roles: fleet, names: ({ alert }) => ({ alertId: alert }) },
	"alert.getAlerts": { roles: fleet, names: one },
	"alert.acknowledgeEvents": { roles: actors, names: ({ event }) => ({ eventIds: [event] }) },
	"alert.clearEvents": { roles: actors, names: ({ event }) => ({ eventIds: [event] }) },
	"alert.commentEvent": { roles: actors, names: ({ event }) => ({ eventId: event, comment: "X" }) },
	"alert.createAlert": { roles: actors, names: ({ group }) => ({ ...warmAlert, scope: { groupIds: [group] } }) },
	"alert.deleteAlert": { roles: actors, names: ({ alert }) => ({ alertId: alert }) },
	"alert.getCoverage": { roles: fleet },
	"alert.getRehearsalHead": { roles: actors, names: ({ group }) => ({ ...rehearsal, scope: { groupIds: [group] } }) },
	"alert.getRehearsalPage": { roles: actors, names: (things) => ({ ...one(things), channelIds: [], from: 0, to: 1 }) },
	"alert.rehearse": { roles: actors, names: ({ group }) => ({ ...rehearsal, scope: { groupIds: [group] } }) },
	"alert.getEvent": { roles: fleet, names: ({ event }) => ({ eventId: event }) },
	"alert.getEvents": { roles: fleet },
	"log.getEventSeries": { roles: fleet, names: ({ event }) => ({ eventId: event, pixels: 100 }) },
	"alert.getWhy": { roles: fleet, names: ({ event, contact }) => ({ eventId: event, contactId: contact }) },
	"alert.muteAlerts": { roles: actors, names: ({ alert }) => ({ alertIds: [alert], until: null }) },
	"alert.muteEvents": { roles: actors, names: ({ event }) => ({ eventIds: [event], until: null }) },
	"alert.setAlertEnabled": { roles: actors, names: ({ alert }) => ({ alertId: alert, isEnabled: false }) },
	"alert.updateAlert": { roles: actors, names: ({ alert }) => ({ ...warmAlert, alertId: alert, version: 1 }) },
	"billing.getBillingSummary": { roles: ["owner", "admin", "billing"] },
	"billing.getStorageDetails": { roles: everyone },
	"account.getFailedWork": { roles: managers },
	"account.retryFailedWork": { roles: managers },
	"contact.createContact": { roles: actors, whole: () => contactInput() },
	"contact.createContactGroup": { roles: actors, whole: () => ({ name: "X" }) },
	"contact.createContacts": { roles: actors, whole: () => ({ contacts: [contactInput()] }) },
	"contact.deleteContactGroup": { roles: actors, whole: contactGroup },
	"contact.deleteContacts": { roles: actors, whole: () => ({ contactIds: [newId("contact")], successorId: null }) },
	"contact.getContact": { roles: fleet, names: ({ contact }) => ({ contactId: contact }) },
	"contact.getContactGroups": { roles: fleet },
	"contact.groupContacts": {
		roles: actors,
		whole: () => ({ contactIds: [newId("contact")], addGroupIds: [], removeGroupIds: [] }),
	},
	"contact.pauseContacts": { roles: actors, whole: () => ({ contactIds: [newId("contact")], until: null }) },
	"contact.renameContactGroup": { roles: actors, whole: () => ({ ...contactGroup(), name: "X" }) },
	"contact.replaceContacts": {
		roles: actors,
		whole: () => ({ contactIds: [newId("contact")], successorId: newId("contact") }),
	},
	"contact.replaceSecret": { roles: actors, whole: () => ({ ...anyAddress(), channel: "webhook" }) },
	"contact.sendCode": { roles: actors, whole: anyAddress },
	"contact.sendTest": { roles: actors, whole: anyAddress },
	"contact.updateContact": {
		roles: actors,
		whole: () => ({ ...contactInput(), contactId: newId("contact"), version: 1 }),
	},
	"contact.verifyAddress": { roles: actors, whole: () => ({ ...anyAddress(), code: "123456" }) },
	"device.archiveDevices": { roles: managers, names: many },
	"device.changeDevices": { roles: managers, names: (things) => ({ ...many(things), addTags: ["X"] }) },
	"device.createDevice": { roles: managers, whole: ({ group }) => ({ ...newDevice, groupIds: [group] }) },
	"device.createDevices": {
		roles: managers,
		whole: ({ group }) => ({ devices: [{ ...newDevice, groupIds: [group] }] }),
	},
	"device.deleteDevices": { roles: managers, names: many },
	"device.getDeletionPreview": { roles: managers, names: many },
	"device.getDevice": { roles: fleet, names: one },
	"device.getDeviceFacts": { roles: fleet },
	"device.getDevices": { roles: fleet },
	"device.getFleetTrend": { roles: fleet, names: ({ group }) => ({ hours: 24, groupId: group }) },
	"device.muteDevices": { roles: actors, names: (things) => ({ ...many(things), until: null }) },
	"device.removeCalibration": { roles: managers, names: calibration },
	"device.replaceLogger": { roles: managers, names: (things) => ({ ...one(things), version: 1 }) },
	"device.restoreDevices": { roles: managers, names: many },
	"device.rotateDeviceKey": { roles: managers, names: (things) => ({ ...one(things), graceSeconds: 0 }) },
	"device.setCalibration": { roles: managers, names: calibration },
	"device.updateDevice": { roles: managers, names: (things) => ({ ...one(things), version: 1, name: "X" }) },
	"group.createGroup": {
		roles: managers,
		whole: ({ group }) => groupInput({ members: { kind: "dynamic", filter: { groupIds: [group] } } }),
	},
	"group.deleteGroups": { roles: managers, whole: ({ group }) => ({ ids: [group] }) },
	"group.getGroup": { roles: fleet, names: ({ group }) => ({ id: group }) },
	"group.getGroups": { roles: fleet },
	"group.mergeGroups": { roles: managers, whole: ({ group }) => ({ fromIds: [group], intoId: newId("group") }) },
	"group.muteGroups": { roles: actors, names: ({ group }) => ({ ids: [group], until: null }) },
	"group.updateGroup": { roles: managers, whole: ({ group }) => ({ ...groupInput(), id: group, version: 1 }) },
	"log.addNote": { roles: actors, names: (things) => ({ ...one(things), at: 1, text: "X" }) },
	"log.getExportHead": { roles: fleet, names: (things) => ({ ...hour, ...many(things) }) },
	"log.deleteFileFormat": { roles: actors, names: ({ format }) => ({ formatId: format }) },
	"log.getFileFormats": { roles: actors },
	"log.keepFileFormat": { roles: actors, names: (things) => ({ ...fileFormatInput, ...one(things) }) },
	"log.renameFileFormat": { roles: actors, names: ({ format }) => ({ formatId: format, name: "X" }) },
	"log.getImports": { roles: actors, names: one },
	"log.getSeriesChoice": { roles: fleet, names: (things) => ({ ...hour, ...many(things), quantity: "temperature" }) },
	"log.getSeriesSummary": { roles: fleet },
	"log.getLogs": { roles: fleet, names: (things) => ({ ...hour, ...many(things) }) },
	"log.getSeries": { roles: fleet, names: (things) => ({ ...hour, ...many(things) }) },
	"log.importReadings": { roles: actors, names: (things) => ({ options: one(things), ...file }) },
	"log.previewImport": { roles: actors, names: (things) => ({ options: one(things), ...file }) },
	"log.undoImport": { roles: actors, names: (things) => ({ importId: things.import }) },
	"message.getMessages": { roles: managers, whole: () => ({}) },
	"message.resendMessage": { roles: managers, whole: () => ({ messageId: newId("message") }) },
	"report.getReport": { roles: fleet },
	"report.getReports": { roles: fleet },
	"session.endOtherSessions": { roles: everyone },
	"session.endSession": { roles: everyone },
	"session.getSessions": { roles: everyone },
	"view.createView": { roles: everyone },
	"view.deleteView": { roles: everyone, names: ({ view }) => ({ viewId: view }) },
	"view.getViews": { roles: everyone },
	"view.updateView": { roles: everyone, names: ({ view }) => ({ ...savedView, viewId: view, version: 1 }) },
};

type Place = { people: Map<Role, Person>; scoped: Map<Role, Person>; things: Things };

/** One account with everybody in it, some of them seeing a group beside the one that holds everything. */
async function makePlace(): Promise<Place> {
	const { id, owner } = await createOwner();
	const [group, beside] = [await addGroup(id, "Hidden"), await addGroup(id, "Own")];
	const { device, key } = await addDevice(owner, { groupIds: [group] });
	const alert = await addAlert(owner, { scope: { groupIds: [group] } });
	await ingest(key, [{ channel: "Air", at: Date.now(), value: 99 }]);
	const [event] = await eventsSeen(owner);
	if (!event) throw new Error("The rule raised nothing.");
	const change = { deviceIds: [device.id], addTags: ["x"] };
	const undo = dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", change)).undoId ?? "";
	const ids = {
		alert: alert.id,
		event: event.id,
		contact: (await createContact(owner)).id,
		import: newId("readingImport"),
		format: await keepFormat(owner, device.id),
	};
	await inAccount(id, (db) => {
		const counts = { accepted: 1, duplicates: 0, replaced: 0, rejected: 0 };
		const times = { createdAt: new Date(), settlesAt: new Date(Date.now() + 60_000) };
		db.insert(readingImports)
			.values({ id: ids.import, deviceId: device.id, fileName: "a.csv", createdBy: "A", ...counts, ...times })
			.run();
	});
	const membersOf = async (scope: Scope) => {
		const members = new Map<Role, Person>();
		for (const role of Role.options) members.set(role, await addMember(id, role, scope));
		return members;
	};
	const ofGroup = { ...savedView, screen: "log", search: `group=${group}` };
	const view = dataOf<SavedView>(await owner.mutate("view.createView", ofGroup)).id;
	const hidden = await addMember(id, "viewer", { groupIds: [group] });
	const things = {
		...{ ...ids, device: device.id, channel: device.channels[0]?.id ?? "", group, undo, view },
		user: (await userOf(owner, hidden.email)).id,
		invitation: await invite({ email: "hidden@example.test", accountId: id, scope: { groupIds: [group] } }),
	};
	return { people: await membersOf("all"), scoped: await membersOf({ groupIds: [beside] }), things };
}

let place: Place;
let elsewhere: Place;
beforeAll(async () => {
	[place, elsewhere] = [await makePlace(), await makePlace()];
}, 60_000);

async function ask(person: Person | undefined, path: string, input?: object) {
	if (!person) throw new Error("made above");
	const isMutation = procedures.find((procedure) => procedure.path === path)?.type === "mutation";
	const { error } = await (isMutation ? person.mutate(path, input) : person.query(path, input));
	return { code: error?.data.code ?? null, reason: error?.data.reason ?? null };
}

const refused = { code: "FORBIDDEN", reason: "NOT_PERMITTED" };
const notFound = { code: "NOT_FOUND", reason: expect.stringMatching(/_NOT_FOUND$/) };

it("holds an expectation for every procedure of the router, and for no other", () => {
	expect(Object.keys(expectations).sort()).toEqual(procedures.map(({ path }) => path).sort());
});

describe.each(Object.entries(expectations))("%s", (path, { roles, names, whole }) => {
	const mayCall = (role: Role) => roles === "anybody signed in" || roles.includes(role);
	const permitted = roles === "anybody signed in" ? [] : roles;

	it("is refused to every role but those that may, with all groups and with some", async () => {
		for (const role of Role.options) {
			for (const people of [place.people, place.scoped]) {
				if (whole && people === place.scoped) continue;
				const answer = await ask(people.get(role), path);
				if (mayCall(role)) expect(answer.reason, role).not.toBe("NOT_PERMITTED");
				else expect(answer, role).toEqual(refused);
			}
		}
	});

	if (names)
		it("finds nothing out of scope, and nothing of another account", async () => {
			for (const role of permitted) {
				expect(await ask(place.scoped.get(role), path, names(place.things)), `${role} of some groups`).toEqual(
					notFound,
				);
				expect(await ask(place.people.get(role), path, names(elsewhere.things)), `${role} elsewhere`).toEqual(notFound);
			}
		});

	if (whole)
		it("is refused to who sees some groups only", async () => {
			for (const role of Role.options) {
				expect(await ask(place.scoped.get(role), path, whole(place.things)), role).toEqual(refused);
			}
		});
});
