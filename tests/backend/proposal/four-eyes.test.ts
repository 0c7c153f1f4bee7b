import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { notices, proposals } from "../../../backend/db/schema";
import type { AuditEntry, AuditPage } from "../../../shared/account/audit";
import type { Proposal, ProposalList } from "../../../shared/account/four-eyes";
import type { Alert } from "../../../shared/alert/alert";
import type { Device } from "../../../shared/device/device";
import type { JustifiedSpan } from "../../../shared/report/justified-span";
import { addAlert, warmAlert } from "../fixtures/alert-rules";
import { addDevice, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const reason = "The door is new";
const kinds = ["rules", "calibrations", "justifications", "roles"];

describe("a change that needs a second person", () => {
	let accountId: string;
	let owner: Person;
	let admin: Person;
	let operator: Person;
	let alert: Alert;

	const propose = (person: Person, procedure: string, input: object) =>
		person.mutate("account.proposeChange", { procedure, input, reason });
	const approve = (person: Person, { id }: Proposal) => person.mutate("account.approveProposal", { proposalId: id });
	const listOf = async (person: Person) => dataOf<ProposalList>(await person.query("account.getProposals")).proposals;
	const alertNow = async () => dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id }));
	const ruleInput = async (changes: object) => {
		const { version } = await alertNow();
		return { ...warmAlert, ...changes, alertId: alert.id, version };
	};
	const lastRow = async (action: string): Promise<AuditEntry | undefined> =>
		dataOf<AuditPage>(await owner.query("account.getAudit", { action })).entries[0];

	beforeAll(async () => {
		({ id: accountId, owner } = await createOwner());
		alert = await addAlert(owner);
	});

	it("cannot be switched on unless two people can approve, and warns one owner alone", async () => {
		const save = (input: object) => owner.mutate("account.saveFourEyes", input);
		const alone = await save({ kinds: ["rules"], isOneOwnerKnown: true });
		expect(Object.keys(alone.error?.data.fields ?? {})).toEqual(["kinds"]);
		admin = await addMember(accountId, "admin");
		operator = await addMember(accountId, "operator");
		const untold = await save({ kinds });
		expect(Object.keys(untold.error?.data.fields ?? {})).toEqual(["isOneOwnerKnown"]);
		dataOf(await save({ kinds, isOneOwnerKnown: true }));
		expect((await save({ kinds: [] })).error?.data.reason).toBe("SECOND_PERSON_REQUIRED");
	});

	it("changes nothing until it is proposed, and does not keep anybody from looking or switching on", async () => {
		const input = await ruleInput({ name: "Warmer" });
		expect((await owner.mutate("alert.updateAlert", input)).error?.data).toMatchObject({
			reason: "SECOND_PERSON_REQUIRED",
			neededPerson: { kind: "rules", isProposable: true },
		});
		dataOf(await owner.mutate("alert.updateAlert", { ...input, isTrial: true }));
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: true }));
		expect((await alertNow()).name).toBe("Too warm");
	});

	it("happens as the person who proposed it once another approves, with both names in the audit", async () => {
		const proposal = dataOf<Proposal>(
			await propose(operator, "alert.updateAlert", await ruleInput({ name: "Warmer" })),
		);
		expect(proposal).toMatchObject({ state: "waiting", denial: "own" });
		expect((await approve(operator, proposal)).error?.data.reason).toBe("NOT_PERMITTED");
		const [shown] = await listOf(admin);
		expect(shown?.changes).toEqual([{ field: "name", before: "Too warm", after: "Warmer" }]);
		expect(dataOf<Proposal>(await approve(admin, proposal)).state).toBe("approved");
		expect((await alertNow()).name).toBe("Warmer");
		const row = await lastRow("alert.updateAlert");
		expect(row).toMatchObject({ reason, actor: { name: proposal.proposerName } });
		const stated = Object.fromEntries(row?.entities[0]?.fields.map(({ field, after }) => [field, after]) ?? []);
		const approver = (await lastRow("account.approveProposal"))?.actor.name;
		expect(stated).toMatchObject({ proposedBy: proposal.proposerName, approvedBy: approver });
		expect((await approve(admin, proposal)).error?.data.reason).toBe("PROPOSAL_OVER");
	});

	it("shows what a rule became meanwhile, and is lost neither by that nor by a decision", async () => {
		const [first, second] = [
			dataOf<Proposal>(await propose(operator, "alert.updateAlert", await ruleInput({ name: "First" }))),
			dataOf<Proposal>(await propose(admin, "alert.updateAlert", await ruleInput({ name: "Second" }))),
		];
		dataOf(await approve(owner, first));
		const [outdated] = (await listOf(owner)).filter(({ id }) => id === second.id);
		expect(outdated).toMatchObject({
			state: "outdated",
			outdated: "changed",
			conflict: [{ field: "name", before: "Warmer", after: "First" }],
			changes: [{ field: "name", before: "Warmer", after: "Second" }],
		});
		expect((await approve(owner, second)).error?.data.reason).toBe("CHANGED_MEANWHILE");
		const declined = await owner.mutate("account.declineProposal", { proposalId: second.id, comment: "Too late" });
		expect(dataOf<Proposal>(declined)).toMatchObject({ state: "declined", comment: "Too late" });
	});

	it("rejects bad input at its field, and what its person may not change", async () => {
		const bad = await propose(operator, "alert.updateAlert", await ruleInput({ name: " " }));
		expect(Object.keys(bad.error?.data.fields ?? {})).toEqual(["name"]);
		expect((await propose(operator, "account.updateUser", {})).error?.data.reason).toBe("NOT_PERMITTED");
		expect((await propose(owner, "report.createReport", {})).error?.data.reason).toBe("NOT_PERMITTED");
	});

	it("expires, and ends with the right of its person", async () => {
		const disable = { alertId: alert.id, isEnabled: false };
		const leaver = await addMember(accountId, "operator");
		const left = dataOf<Proposal>(await propose(leaver, "alert.setAlertEnabled", disable));
		const expired = dataOf<Proposal>(await propose(operator, "alert.setAlertEnabled", disable));
		await inAccount(accountId, (db) =>
			db
				.update(proposals)
				.set({ expiresAt: Date.now() - 1 })
				.where(eq(proposals.id, expired.id))
				.run(),
		);
		dataOf(await leaver.mutate("account.leaveAccount", { companyName: "Acme Cold Stores" }));
		expect((await approve(owner, expired)).error?.data.reason).toBe("PROPOSAL_OVER");
		expect((await approve(owner, left)).error?.data.reason).toBe("PROPOSAL_OVER");
		const states = Object.fromEntries((await listOf(owner)).map(({ id, state, outdated }) => [id, outdated ?? state]));
		expect(states).toMatchObject({ [expired.id]: "expired", [left.id]: "proposer" });
		expect((await alertNow()).isEnabled).toBe(true);
	});

	it("waits for any other approver if one leaves, and for the emergency way if none is left", async () => {
		const { id, owner: proposer } = await createOwner();
		const leaver = await addMember(id, "admin");
		const rule = await addAlert(proposer);
		dataOf(await proposer.mutate("account.saveFourEyes", { kinds: ["rules"], isOneOwnerKnown: true }));
		const disable = { alertId: rule.id, isEnabled: false };
		const proposal = dataOf<Proposal>(await propose(proposer, "alert.setAlertEnabled", disable));
		dataOf(await leaver.mutate("account.leaveAccount", { companyName: "Acme Cold Stores" }));
		expect((await approve(leaver, proposal)).error).toBeDefined();
		expect((await listOf(proposer))[0]).toMatchObject({ state: "waiting", denial: "own" });
		const successor = await addMember(id, "admin");
		expect((await listOf(successor))[0]).toMatchObject({ id: proposal.id, denial: null });
		expect(dataOf<Proposal>(await approve(successor, proposal)).state).toBe("approved");
		dataOf(await successor.mutate("account.leaveAccount", { companyName: "Acme Cold Stores" }));
		const change = { procedure: "alert.deleteAlert", input: { alertId: rule.id }, reason };
		dataOf(await proposer.mutate("account.changeInEmergency", change));
		expect((await proposer.query("alert.getAlert", { alertId: rule.id })).error?.data.reason).toBe("ALERT_NOT_FOUND");
	});

	it("covers justified times of a channel, and approves them in the name of who proposed them", async () => {
		const { device } = await addDevice(owner);
		const channelId = device.channels[0]?.id ?? "";
		const to = Math.floor(Date.now() / 900_000) * 900_000;
		const input = { channelId, from: to - 3_600_000, to, reason: "Defrosting" };
		expect((await operator.mutate("report.justifySpan", input)).error?.data).toMatchObject({
			neededPerson: { kind: "justifications", isProposable: true },
		});
		const proposal = dataOf<Proposal>(await propose(operator, "report.justifySpan", input));
		const field = `channels.${channelId}.justified`;
		const after = expect.stringMatching(/^20\d\d-.* to 20\d\d-.*: Defrosting$/);
		expect(proposal.changes).toMatchObject([{ field, before: null, after }]);
		dataOf(await approve(admin, proposal));
		const spans = async () =>
			dataOf<JustifiedSpan[]>(await owner.query("report.getJustifiedSpans", { deviceId: device.id }));
		const [span] = await spans();
		expect(span).toMatchObject({ reason: "Defrosting", author: proposal.proposerName, endedAt: null });
		const end = { channelId, seq: span?.seq ?? 0 };
		const ending = dataOf<Proposal>(await propose(admin, "report.endJustifiedSpan", end));
		expect((await spans())[0]?.endedAt).toBeNull();
		dataOf(await approve(owner, ending));
		expect((await spans())[0]?.endedAt).not.toBeNull();
	});

	it("covers the calibrations of a channel", async () => {
		const { device } = await addDevice(owner);
		const channelId = device.channels[0]?.id ?? "";
		const input = { channelId, from: Date.UTC(2026, 0, 1), scale: 1, offset: 0.5, seen: [] };
		expect((await owner.mutate("device.setCalibration", input)).error?.data.reason).toBe("SECOND_PERSON_REQUIRED");
		dataOf(await approve(owner, dataOf<Proposal>(await propose(admin, "device.setCalibration", input))));
		const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(channels[0]?.calibrations).toMatchObject([{ offset: 0.5 }]);
	});

	it("keeps people from approving a change of their own access, and of owners unless they are one", async () => {
		const invite = { email: "new-owner@example.test", role: "owner", scope: "all", note: "" };
		const proposal = dataOf<Proposal>(await propose(owner, "account.inviteUser", invite));
		expect((await approve(admin, proposal)).error?.data.reason).toBe("NOT_PERMITTED");
		expect((await listOf(operator)).map(({ kind }) => kind)).not.toContain("roles");
	});

	it("happens at once in an emergency, and then notifies every owner", async () => {
		const change = { procedure: "alert.setAlertEnabled", input: { alertId: alert.id, isEnabled: false }, reason };
		dataOf(await operator.mutate("account.changeInEmergency", change));
		expect((await alertNow()).isEnabled).toBe(false);
		const row = await lastRow("alert.setAlertEnabled");
		expect(row?.entities[0]?.fields).toContainEqual({ field: "withoutSecondPerson", before: null, after: true });
		const told = await inAccount(accountId, (db) =>
			db.select().from(notices).where(eq(notices.cause, "withoutSecondPerson")).all(),
		);
		expect(told).toHaveLength(1);
	});
});
