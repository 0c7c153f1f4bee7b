import { expect, it } from "vitest";
import { createNewId } from "../../../../backend/base/ids";
import { saveAuditRow } from "../../../../backend/db/audit-rows";
import { listChannels } from "../../../../backend/db/channel-rows";
import { addDevice, createOwner, inAccount } from "../../fixtures/fleet";
import { reportOf } from "../../fixtures/report-responses";

const [from, to] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];

it("names each channel whose unit changed within the period, and those that had another one in all of it", async () => {
	const { id, owner } = await createOwner();
	await addDevice(owner);
	const changeAt = (at: number) =>
		inAccount(id, (db) => {
			const [channel] = listChannels(db, "all");
			if (!channel) throw new Error("A device without a channel");
			const fields = [{ field: `channels.${channel.id}.unit`, before: "°C", after: "°F" }];
			saveAuditRow(db, {
				id: createNewId(at)("audit"),
				at: new Date(at),
				action: "device.updateDevice",
				actorKind: "user" as const,
				actorId: null,
				actorName: "Pat",
				address: null,
				browser: null,
				requestId: null,
				callerRequestId: null,
				provider: null,
				reason: null,
				proof: null,
				entityCount: 1,
				entities: [{ kind: "device", id: channel.deviceId, name: "Freezer 1", fields }],
			});
		});
	const notes = async () => (await reportOf(id, { from, to }).head()).gone;
	await changeAt(from - 1);
	expect(await notes()).toEqual([]);
	await changeAt(from + 86_400_000);
	expect(await notes()).toEqual([
		expect.stringMatching(/^The unit of “Air” of “Freezer 1” was changed from °C to °F on .*figures mix both/),
	]);
	await changeAt(to + 1);
	expect((await notes())[1]).toContain("All readings of this period are numbers in °C.");
});
