import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { keptRequests } from "../../backend/db/schema";
import { insertSentUnit } from "../../backend/db/sent-unit-rows";
import type { Role } from "../../shared/account/permissions";
import { recordOf } from "../../shared/base/plain-fields";
import type { Device, DeviceListRow } from "../../shared/device/device";
import type { Group } from "../../shared/device/group";
import { unitKey } from "../../shared/formats/unit-spellings";
import { sessionLimitNames } from "../../shared/session/session-limits";
import { accountStub, inAccount, writeBehind } from "./fixtures/fleet";
import { createFullAccount, type FullAccount } from "./fixtures/full-account";
import { readGroup, updateOf } from "./fixtures/group-input";
import { listAnew } from "./fixtures/list-anew";
import { takeLogs } from "./fixtures/logs";
import { dataOf, type Person } from "./fixtures/people";
import { type Kind, procedureTable } from "./fixtures/procedure-table";
import { procedures } from "./fixtures/procedures";
import { roundEntryInput, roundInput } from "./fixtures/rounds";
import { linesWithoutData, textsWithData } from "./fixtures/stored-texts";
import { workThrough } from "./fixtures/works";

type Valid = Pick<FullAccount, "things" | "fallback"> & { device: Device; group: Group };

const year2020 = Date.UTC(2020, 0, 1);

/** Inputs that change something, for procedures whose inputs in the table change nothing. */
const valid: Record<string, (known: Valid) => object> = {
	"device.addDerivedChannel": ({ device: { id, version, channels } }) => {
		const driver = channels[0]?.id ?? "";
		const options = { factor: 2, addend: 0, quantity: "other", unit: "" };
		const definition = {
			kind: "linear",
			sources: [{ role: "source", channelId: driver }],
			driver,
			toleranceSeconds: 0,
		};
		return { deviceId: id, version, name: "Twice", definition: { ...definition, options } };
	},
	"report.saveStudy": ({ device: { id, channels }, things }) => ({
		reportId: null,
		version: null,
		groupId: things.group,
		name: "Mapped",
		purpose: "The room",
		planId: null,
		positions: [{ name: "Door", deviceId: id, channelId: channels[0]?.id ?? "", at: null }],
		criteria: { min: 2, max: 8, outMinutes: 0, spread: null, hours: null, coverage: 95 },
		conditions: [],
		repeats: null,
	}),
	"contact.createRoster": (known) => rosterOf(known, "Days"),
	"contact.updateRoster": (known) => {
		return { ...rosterOf(known, "Renamed"), rosterId: known.things.roster, version: 1 };
	},
	"contact.addOverride": ({ things }) => {
		return { rosterId: things.roster, contactId: things.contact, from: 0, to: Date.now() + 3_600_000 };
	},
	"round.createRound": () => ({ ...roundInput, name: "Second round" }),
	"round.updateRound": ({ things }) => ({ ...roundInput, name: "Renamed", roundId: things.round, version: 1 }),
	"round.addEntry": ({ things }) => {
		return { ...roundEntryInput, roundId: things.round, readAt: Date.now(), sentAt: Date.now() };
	},
	"device.updateDevice": ({ device: { id, version } }) => ({ deviceId: id, version, name: "Renamed" }),
	"device.replaceLogger": ({ device: { id, version } }) => ({ deviceId: id, version, serialNumber: "AQL-77" }),
	"device.setCalibration": ({ device: { channels } }) => {
		return { channelId: channels[0]?.id, from: year2020, scale: 1, offset: 2, seen: channels[0]?.calibrations };
	},
	"device.removeCalibration": ({ things }) => ({ channelId: things.channel, from: year2020, scale: 1, offset: 2 }),
	"account.chooseLineSeries": ({ things }) => {
		const series = [{ series: "m v", channel: { name: "Line" } }];
		return { keyId: things.integrationKey, device: { deviceId: things.device }, series };
	},
	"account.releaseLineSeries": ({ things }) => ({ keyId: things.integrationKey, series: ["m v"] }),
	"account.savePayloadRecipe": ({ things }) => ({
		keyId: things.integrationKey,
		recipe: { device: { path: "id" }, time: null, values: [{ path: "t", channel: "Air", unit: "" }] },
		replaces: 0,
		older: null,
	}),
	"account.saveLake": () => ({ isOn: true, since: null }),
	"account.limitSessions": () => recordOf(sessionLimitNames, () => null),
	"account.saveFourEyes": () => ({ kinds: [] }),
	"account.proposeChange": ({ things }) => ({
		procedure: "alert.deleteAlert",
		input: { alertId: things.alert },
		reason: "Unused",
	}),
	"account.changeInEmergency": ({ things }) => ({
		procedure: "alert.setAlertEnabled",
		input: { alertId: things.alert, isEnabled: false },
		reason: "Too many alerts",
	}),
	"account.saveChangeReasons": () => ({ kinds: {}, reasons: ["Service visit"] }),
	"account.setAssistants": () => ({ isOn: true }),
	"account.saveOwnLanguage": () => ({ language: "en" }),
	"firstSteps.hideFirstSteps": () => ({ isHidden: true }),
	"group.placeDevice": ({ things }) => {
		return { planId: things.floorPlan, deviceId: things.device, position: { x: 1, y: 2 } };
	},
	"group.updateGroup": ({ group }) => updateOf(group, { name: "Renamed" }),
	"log.addNote": ({ things }) => ({ deviceId: things.device, at: Date.now(), text: "Door open" }),
	"log.saveNoteKinds": () => ({ kinds: [{ name: "Door" }] }),
	"log.sendReadings": ({ things }) => {
		return { readings: [{ device: things.device, channel: "Air", at: Date.now(), value: 5 }] };
	},
};

function rosterOf({ things, fallback }: Valid, name: string) {
	const layer = { contactIds: [things.contact], pattern: [1], startDay: "2026-06-01", handOver: "08:00", hours: [] };
	return { name, zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [fallback] };
}

/** Mutations that need more than an id, such as another person, a code, a file or an unused group. */
const unmade = [
	...[
		"account.acceptInvitation",
		"account.addTrailRemark",
		"account.approveProposal",
		"account.connectAssistant",
		"account.createAccount",
		"account.keepBrandImage",
		"account.leaveAccount",
	],
	...[
		"account.pinIntegrationMessage",
		"account.readIntegrationMessageAgain",
		"account.requestDeletion",
		"account.requireSecondStep",
		"account.retryFailedWork",
	],
	...[
		"account.revertBrand",
		"account.saveLakeBucket",
		"account.saveProviderEnd",
		"account.settleMailFile",
		"account.signTrailReview",
		"account.testLakeBucket",
		"account.transferOwnership",
		"account.updateInvitation",
		"account.withdrawProposal",
		"alert.endPlannedMute",
	],
	"alert.startDrill",
	"attachment.addAttachment",
	...[
		"contact.acceptSwap",
		"contact.endOverride",
		"contact.endPush",
		"contact.endSwap",
		"contact.endTelegram",
		"contact.offerSwap",
		"contact.renameContactGroup",
		"contact.replaceContacts",
		"contact.replaceSecret",
	],
	...["contact.sendTest", "contact.startPush", "contact.verifyAddress"],
	...["device.changeDerivedChannel", "device.deleteCertificate", "device.removeDerivedChannel"],
	...["group.addFloorPlan", "group.changeFloorPlan"],
	...["group.deleteGroups", "log.endVerdict", "log.importReadings", "log.previewImport", "log.undoImport"],
	...["log.undoImportBatch"],
	...[
		"message.resendMessage",
		"report.cancelRun",
		"report.endJustifiedSpan",
		"report.endStudy",
		"report.recordStudy",
		"report.resendReport",
		"report.revokeLink",
		"report.signReport",
		"report.startStudy",
	],
	...["session.confirmByCode", "session.endSession", "session.sendProofCode", "view.createView"],
];

/** Mutations that create something or show a secret: repeated with their key they return the first response. */
const keptOnce = [
	"account.chooseLineSeries",
	...["account.createApiKey", "account.createIntegrationKey", "account.createPublicLink", "account.inviteUser"],
	...["account.proposeChange", "account.rotateIntegrationKey"],
	...[
		"account.startDataExport",
		"alert.acknowledgeEvents",
		"alert.assignEvents",
		"alert.commentEvent",
		"alert.createAlert",
		"alert.handOverEvents",
		"alert.planMutes",
		"alert.snoozeEvents",
		"alert.startRosterDrill",
		"contact.addMe",
	],
	...["contact.addOverride", "contact.createContact", "contact.createContactGroup", "contact.createContacts"],
	...["contact.createRoster", "contact.renewCalendar", "device.addCertificate"],
	...["device.createDevice"],
	...["device.createDevices", "device.replaceLogger", "device.rotateDeviceKey", "firstSteps.loadSample"],
	...["group.createGroup", "group.createWall", "log.addNote", "report.createReport", "report.duplicateReport"],
	...["report.runReport", "report.saveAssessment", "report.saveStudy", "round.addEntry", "round.createRound"],
	...["webhook.createWebhook", "webhook.replaceSecret"],
];

/** It uses up the messages that an unconfirmed address gets a day, which a code needs too. */
const spending = "alert.startRosterDrill";

/** Mutations that remove what others name run last. */
const ending = /delete|remove(?!Calibration)|archive|merge|leave|revoke|disable|\.end|purge/i;

it("Every write keeps the list of devices right, repeats no creation, and is logged with its data", {
	timeout: 120_000,
}, async () => {
	const account = await createFullAccount("Ours");
	const [owner, admin] = [personOf(account, "owner"), personOf(account, "admin")];
	await sendUnit(account);
	const made: string[] = [];
	const kept = new Set<string>();
	const writes = procedures.filter(({ type }) => type === "mutation").map(({ path }) => path);
	const early = writes.filter((path) => !ending.test(path) && path !== spending);
	const ordered = [...early, spending, ...writes.filter((path) => ending.test(path))];
	for (const path of ordered) {
		const known = valid[path]?.(await present());
		for (const input of [...inputsOf(path), ...(known ? [known] : [])]) {
			const key = crypto.randomUUID();
			const response = await owner.mutate(path, input, key);
			if (!response.error && !made.includes(path)) made.push(path);
			if (await isKept(key)) {
				kept.add(path);
				expect(await owner.mutate(path, input, key), `${path} ${JSON.stringify(input)}`).toEqual(response);
			}
			// The alarm's writes send invalidations of their own, later.
			await workThrough(accountStub(account.id), Date.now());
			const listed = dataOf<DeviceListRow[]>(await admin.query("device.getDevices"));
			expect(listed, `${path} ${JSON.stringify(input)}`).toEqual(await listAnew(account.id));
		}
	}
	expect(await linesWithoutData(account.id)).toEqual([]);
	for (const { text, read } of await textsWithData(account.id)) expect(read).toBe(text);
	expect(writes.filter((path) => !made.includes(path)).sort()).toEqual(unmade);
	expect([...kept].sort()).toEqual(keptOnce);
	// A mutation to the present state writes no audit entry and logs "not-audited".
	expect(takeLogs().every((line) => line.includes("not-audited"))).toBe(true);

	function isKept(key: string): Promise<boolean> {
		const keyDigest = createHash("sha256").update(key).digest("hex");
		return inAccount(account.id, (db) => {
			const kept = db.select({ key: keptRequests.keyDigest }).from(keptRequests);
			return kept.where(eq(keptRequests.keyDigest, keyDigest)).all().length > 0;
		});
	}

	async function present(): Promise<Valid> {
		const { things, fallback } = account;
		const device = dataOf<Device>(await admin.query("device.getDevice", { deviceId: things.device }));
		return { things, fallback, device, group: await readGroup(admin, things.group) };
	}

	function inputsOf(path: string): unknown[] {
		const { names = {}, mayName = {}, ofAllGroups } = procedureTable[path] ?? {};
		const named = [names, mayName].flatMap((all) =>
			Object.entries(all).flatMap(
				([kind, each]) => [each].flat().map((input) => input(account.things[kind as Kind], account.beside)), // its keys are kinds
			),
		);
		const other = typeof ofAllGroups === "object" ? [ofAllGroups] : [];
		return named.length + other.length === 0 ? [undefined] : [...named, ...other];
	}
});

/** A unit that the table's input decides about, as a message in it leaves it. */
async function sendUnit({ id, things: { device: deviceId, channel: channelId } }: FullAccount): Promise<void> {
	const open = { meaning: null, decidedBy: null, decidedAt: null };
	const sent = { unit: "Grad", spelling: unitKey("Grad"), channelUnit: "°C", value: 21, firstAt: new Date() };
	await writeBehind(id, (db) => insertSentUnit(db, { deviceId, channelId, ...sent, ...open }));
}

function personOf({ whole }: FullAccount, role: Role): Person {
	const person = whole.get(role);
	if (!person) throw new Error(`Nobody is ${role}`);
	return person;
}
