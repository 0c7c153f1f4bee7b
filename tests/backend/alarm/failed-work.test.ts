import { expect, it } from "vitest";
import type { FailedWork } from "../../../shared/errors/failed-work";
import { accountStub, addDevice, addGroup, addMember, createOwner } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf, type Person } from "../fixtures/people";
import { addWorks, testWork, watchAlone } from "../fixtures/works";

const listOf = async (person: Person) => dataOf<FailedWork[]>(await person.query("account.getFailedWork"));

it("lists work that failed with its age and its next attempt, and tries it again at once when asked", async () => {
	const { id, owner } = await createOwner();
	const group = await addGroup(id, "North");
	const scoped = await addMember(id, "admin", { groupIds: [group] });
	const mine = await addDevice(owner, { name: "Seen", groupIds: [group] });
	const hidden = await addDevice(owner, { name: "Hidden" });
	await watchAlone(id);
	let isBroken = true;
	const { work, done } = testWork("bake", [mine.device.id, hidden.device.id], () => {
		if (isBroken) throw new Error("The oven is cold");
	});
	await addWorks(id, {
		...work,
		nextDueAt: () => Date.now(),
		describe: (subject) => ({ name: subject === mine.device.id ? "Seen" : "Hidden", deviceId: subject }),
	});
	expect(await listOf(owner)).toEqual([]);
	const now = Date.now();
	// A slice of the alarm may end after the first of both.
	for (const at of [now, now, now + 30_000, now + 30_000]) await accountStub(id).runOverdue(at);
	const all = await listOf(owner);
	expect(all.map(({ subjectName }) => subjectName).sort()).toEqual(["Hidden", "Seen"]);
	expect(all.find(({ subjectName }) => subjectName === "Seen")).toEqual({
		work: "bake",
		title: "Test of bake",
		titleSaid: null,
		subject: mine.device.id,
		subjectName: "Seen",
		deviceId: mine.device.id,
		attempts: 2,
		failingSince: new Date(now),
		nextAttemptAt: new Date(now + 90_000),
		isSetAside: false,
		error: "Error: The oven is cold",
	});
	expect((await listOf(scoped)).map(({ subjectName }) => subjectName)).toEqual(["Seen"]);

	isBroken = false;
	const other = { work: "bake", subject: hidden.device.id };
	expect(dataOf<FailedWork[]>(await scoped.mutate("account.retryFailedWork", other))).toHaveLength(1);
	expect((await listOf(owner)).map(({ attempts }) => attempts)).toEqual([2, 2]);
	await scoped.mutate("account.retryFailedWork", { work: "bake", subject: mine.device.id });
	await accountStub(id).runOverdue(Date.now());
	expect(done).toEqual([mine.device.id]);
	expect((await listOf(owner)).map(({ subject }) => subject)).toEqual([hidden.device.id]);
	expect(takeLogs()).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('"event":"job-failed"')));
});
