import superjson from "superjson";
import { beforeAll, describe, expect, it } from "vitest";
import { Role } from "../../shared/account/permissions";
import { latestInstant } from "../../shared/base/instant";
import { serverLimits } from "../../shared/base/limits";
import { type Call, postBatch } from "./fixtures/batch";
import { freezer, newId } from "./fixtures/fleet";
import { createFullAccount, type FullAccount } from "./fixtures/full-account";
import { dataOf, type Person, type Reply } from "./fixtures/people";
import { type Kind, type Naming, type ProcedureRules, procedureTable, reasons } from "./fixtures/procedure-table";
import { procedures } from "./fixtures/procedures";

/** A new procedure needs an entry in the table, tests/backend/fixtures/procedure-table.ts. */
let account: FullAccount;
let elsewhere: FullAccount;
beforeAll(async () => {
	account = await createFullAccount("Ours");
	elsewhere = await createFullAccount("Theirs");
}, 60_000);
for (const role of Role.options) {
	beforeAll(async () => {
		await prefetch(personOf(account.whole, role), callsOf(role, elsewhere.things));
		await prefetch(personOf(account.scoped, role), callsOf(role, account.things, { isScoped: true }));
	}, 60_000);
}

function personOf(people: Map<Role, Person>, role: Role): Person {
	const person = people.get(role);
	if (!person) throw new Error(`Nobody is ${role}`);
	return person;
}

const mutations = new Set(procedures.filter(({ type }) => type === "mutation").map(({ path }) => path));
const isMutation = (path: string) => mutations.has(path);

const prefetched = new Map<string, Reply>();
const keyOf = ({ sub }: Person, path: string, input: unknown) => superjson.stringify([sub, path, input]);

/** Most calls change nothing, and in batches they take a fraction of the time. */
async function prefetch(person: Person, calls: Call[]): Promise<void> {
	const [changes, queries] = [calls.filter(([path]) => isMutation(path)), calls.filter(([path]) => !isMutation(path))];
	// A batch has one type of procedure.
	for (const ofOneType of [changes, queries]) await sendInBatches(person, ofOneType);
}

async function sendInBatches(person: Person, calls: Call[]): Promise<void> {
	for (let from = 0; from < calls.length; from += serverLimits.batchCalls) {
		const batch = calls.slice(from, from + serverLimits.batchCalls);
		const { answers: responses } = await postBatch(person, batch);
		for (const [index, response] of responses.entries()) {
			const [path, input] = batch[index] ?? [""];
			// An account makes one rehearsal at a time.
			if (response.error?.data.reason === "TOO_MUCH_WORK") continue;
			prefetched.set(keyOf(person, path, input), response);
		}
	}
}

/** The calls of a role without input, and with ids of things that it must not find. */
function callsOf(role: Role, things: FullAccount["things"], { isScoped } = { isScoped: false }): Call[] {
	return procedures.flatMap(({ path, type }): Call[] => {
		const rules = procedureTable[path];
		if (!rules) return [];
		// A mutation that names nothing may need no input.
		const bare: Call[] = type === "query" || Object.keys(rules.names ?? {}).length > 0 ? [[path]] : [];
		const findsThem = isScoped && (rules.ofAllGroups !== undefined || rules.inAnyScope);
		if (findsThem || !rules.roles.includes(role)) return bare;
		const ids = (kind: Kind) => [unknown[kind], things[kind]];
		return [
			...bare,
			...namingsOf(rules).flatMap(([kind, input]) => ids(kind).map((id): Call => [path, input(id, account.beside)])),
		];
	});
}

async function responseOf(person: Person, path: string, input?: unknown): Promise<Reply> {
	const known = prefetched.get(keyOf(person, path, input));
	return known ?? (isMutation(path) ? person.mutate(path, input) : person.query(path, input));
}

async function request(person: Person, path: string, input?: unknown) {
	const { error } = await responseOf(person, path, input);
	const { requestId: _, ...data } = error?.data ?? {};
	return { message: error?.message, ...data };
}

function namingsOf({ names = {}, mayName = {} }: Pick<ProcedureRules, "names" | "mayName">): [Kind, Naming][] {
	return [names, mayName].flatMap((all) =>
		Object.entries(all).flatMap(
			([kind, each]) => [each].flat().map((input): [Kind, Naming] => [kind as Kind, input]), // its keys are kinds
		),
	);
}

const kinds = Object.keys(reasons) as Kind[]; // its keys are kinds
const unknown = Object.fromEntries(kinds.map((kind) => [kind, newId(kind)])) as Record<Kind, string>;

const denied = { code: "FORBIDDEN", reason: "NOT_PERMITTED" };

function fieldOf(input: object, id: string): string {
	for (const [key, value] of Object.entries(input)) {
		if (value === id) return key;
		const inside = value !== null && typeof value === "object" ? fieldOf(value, id) : "";
		if (inside) return `${key}.${inside}`;
	}
	return "";
}

const without = (input: object, id: string): object =>
	JSON.parse(JSON.stringify(input, (_, value) => (value === id ? undefined : value)));

it("stand in the table, each of the router and no other", () => {
	expect(Object.keys(procedureTable).sort()).toEqual(procedures.map(({ path }) => path).sort());
});

describe.each(procedures)("$path", ({ path, capability, hasInput }) => {
	const rules = procedureTable[path];
	if (!rules) return;
	const { roles, names = {}, ofAllGroups = false, inAnyScope = false, bad = [] } = rules;
	const isOpen = roles === "anybody signed in";
	const permitted = isOpen ? [] : roles;
	const namings = namingsOf(rules);

	it("denies every role but those that may, with all groups and with some", async () => {
		expect(capability === null).toBe(isOpen);
		for (const role of Role.options) {
			for (const people of ofAllGroups ? [account.whole] : [account.whole, account.scoped]) {
				const result = await request(personOf(people, role), path);
				if (isOpen || roles.includes(role)) expect(result.reason, role).not.toBe("NOT_PERMITTED");
				else expect(result, role).toMatchObject(denied);
			}
		}
	});

	if (ofAllGroups)
		it("denies a member of some groups, whatever the call names", async () => {
			const named = namings.flatMap(([kind, input]) => {
				const own = kind === "group" ? [account.beside] : [];
				return [account.things[kind], newId(kind), ...own].map((id) => input(id, account.beside));
			});
			const [first, ...others] = named.length > 0 ? named : [ofAllGroups === true ? undefined : ofAllGroups];
			for (const role of Role.options) {
				for (const input of permitted.includes(role) ? [first, ...others] : [first]) {
					expect(await request(personOf(account.scoped, role), path, input), role).toMatchObject(denied);
				}
			}
		});

	if (namings.length > 0)
		it("finds nothing of another account and nothing out of scope, as for an id that never was", async () => {
			for (const [kind, input] of namings) {
				for (const [things, people] of [
					[elsewhere.things, account.whole],
					...(ofAllGroups || inAnyScope ? [] : [[account.things, account.scoped] as const]),
				] as const) {
					let ofNone: object | null = null;
					for (const role of permitted) {
						const person = personOf(people, role);
						ofNone ??= await request(person, path, input(unknown[kind], account.beside));
						const result = await request(person, path, input(things[kind], account.beside));
						expect(result, role).toMatchObject({ code: "NOT_FOUND", reason: reasons[kind] });
						expect(result).toEqual(ofNone);
					}
				}
			}
		});

	if (hasInput)
		it("rejects a bad input by its fields: an invalid or missing id, one of another kind, and the cases of the table", async () => {
			expect(namings.length > 0, "the table says what it names, or why nothing").toBe(!rules.namesNothing);
			const owner = personOf(account.whole, "owner");
			for (const [kind, input] of namings) {
				const id = newId(kind);
				const valid = input(id, account.beside);
				const others = ["nonsense", newId(kind === "device" ? "group" : "device")];
				const inputs = others.map((other) => input(other, account.beside));
				for (const each of kind in names ? [...inputs, without(valid, id)] : inputs) {
					const { code, fields = {} } = await request(owner, path, each);
					expect([code, Object.keys(fields).length], JSON.stringify(each)).toEqual(["BAD_REQUEST", 1]);
					// An error in a union names the field above.
					expect(`${fieldOf(valid, id)}.`).toMatch(new RegExp(`^${Object.keys(fields)[0]}\\.`));
				}
			}
			for (const [input, ...fields] of bad) {
				const { message, code, fields: named } = await request(owner, path, input);
				const result = { message, code, fields: Object.keys(named ?? {}).sort() };
				const expected = { message: "Input not valid", code: "BAD_REQUEST", fields: fields.sort() };
				expect(result, JSON.stringify(input)?.slice(0, 500)).toEqual(expected);
			}
		});
});

describe.each([
	["another account", () => elsewhere.things, () => account.whole],
	["a group out of scope", () => account.things, () => account.scoped],
] as const)("what is of %s", (_, thingsOf, peopleOf) => {
	const hour = { rangeType: "hour", offset: 0, pixels: 100 };
	const dataFor = async (path: string, input: object) => dataOf(await personOf(peopleOf(), "admin").query(path, input));

	it("narrows a list of devices to nothing", async () => {
		const { group, device } = thingsOf();
		expect(await dataFor("device.getDevices", { filters: { groupIds: [group] } })).toEqual([]);
		expect(JSON.stringify(await dataFor("device.getDevices", { cursor: device }))).not.toContain(device);
	});

	it("finds nothing of its channel in the log, as for an unknown one", async () => {
		const [theirs, noOnes] = [thingsOf().channel, newId("channel")];
		for (const path of ["log.getLogs", "log.getSeries", "log.getDistribution", "log.getExportHead"]) {
			const ofChannel = (id: string) => dataFor(path, { ...hour, channelIds: [id], from: 0, to: latestInstant });
			const found = await ofChannel(theirs);
			expect(found).toMatchObject({ channels: [], devices: [] });
			expect(found).toEqual(await ofChannel(noOnes));
		}
		const summed = { from: 0, to: Date.now(), channelIds: [theirs] };
		expect(await dataFor("log.getSeriesSummary", summed)).toEqual([]);
	});
});

it("puts none of several new devices into a group of another account", async () => {
	const owner = personOf(account.whole, "owner");
	const devices = [{ ...freezer, groupIds: [elsewhere.things.group] }];
	const before = await owner.query("device.getDevices");
	const results = dataOf(await owner.mutate("device.createDevices", { devices }));
	const [fields, fieldKeys] = [{ groupIds: expect.any(String) }, { groupIds: expect.stringMatching(/^§errors\./) }];
	expect(results).toEqual([{ fields, fieldKeys }]);
	expect(await owner.query("device.getDevices")).toEqual(before);
});

const ofRuns = procedures.flatMap(({ path }) => {
	const { reportRun = [], reportFile = [] } = procedureTable[path]?.names ?? {};
	return [...[reportRun].flat(), ...[reportFile].flat()].length > 0 ? [{ path }] : [];
});

describe("a run that was made while its report covered more", () => {
	it.each(ofRuns)("stays hidden from $path for members who see the report as it is now", async ({ path }) => {
		const { roles, names = {} } = procedureTable[path] ?? { roles: [] };
		const { runId, fileId } = account.narrowed;
		const named = { reportRun: runId, reportFile: fileId };
		for (const kind of ["reportRun", "reportFile"] as const) {
			for (const input of [names[kind] ?? []].flat()) {
				for (const role of Role.options.filter((each) => roles.includes(each))) {
					const scoped = personOf(account.scoped, role);
					const result = await request(scoped, path, input(named[kind], account.beside));
					expect(result, role).toMatchObject({ code: "NOT_FOUND", reason: reasons[kind] });
					expect(result, role).toEqual(await request(scoped, path, input(newId(kind), account.beside)));
					const whole = await request(personOf(account.whole, role), path, input(named[kind], account.beside));
					expect(whole.reason, role).not.toBe(reasons[kind]);
				}
			}
		}
	});

	it.each(procedures.filter(({ type }) => type === "query"))(
		"appears nowhere in the response of $path",
		async ({ path }) => {
			const { reportId, runId, fileId } = account.narrowed;
			const { names = {} } = procedureTable[path] ?? {};
			const inputs = [names.report ?? []].flat().map((input) => input(reportId, account.beside));
			for (const role of Role.options) {
				for (const input of inputs.length > 0 ? inputs : [undefined]) {
					const text = JSON.stringify(await responseOf(personOf(account.scoped, role), path, input));
					expect([text.includes(runId), text.includes(fileId)], role).toEqual([false, false]);
				}
			}
		},
	);
});

const ofOneThing = [
	"device.getCertificates",
	"group.getFloorPlans",
	"device.getCourses",
	"device.getDerivedUses",
	"device.getKineticMeans",
	"account.getArchiveFiles",
	"account.getIntegrationMessages",
	"account.getLakeDays",
	"alert.getAssignees",
	"alert.getDrills",
	"alert.getRosterDrillPlan",
	"alert.getRosterDrills",
	"log.getChanges",
	"log.getLogs",
	"log.getSeries",
	"log.getStepSeries",
	"log.getEventSeries",
	"log.getVerdicts",
	"report.getJustifiedSpans",
	"report.getRuns",
	"report.getStudies",
	"report.getFiles",
	"report.getYearOfFiles",
	"webhook.getDeliveries",
];
const lists = procedures.filter(({ path }) => /\.get\w+s$/.test(path) && !ofOneThing.includes(path));

it.each(lists)("$path lists nothing of another account", async ({ path }) => {
	const text = JSON.stringify(dataOf(await responseOf(personOf(account.whole, "owner"), path)));
	for (const id of Object.values(elsewhere.things)) expect(text).not.toContain(id);
	expect(text).not.toContain("Theirs");
});
