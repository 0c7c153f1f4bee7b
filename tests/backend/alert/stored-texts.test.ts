import { expect, it } from "vitest";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { LogPage } from "../../../shared/log/log";
import { createAlerted } from "../fixtures/alert-account";
import { dataOf } from "../fixtures/people";
import { textsWithData } from "../fixtures/stored-texts";

it("stores the data of alerts' texts, which reads the same in English, and sends it along", async () => {
	const { id, owner, at, send, events } = await createAlerted();
	await send([[1, 9]]);
	const eventId = (await events())[0]?.id ?? "";
	dataOf(await owner.mutate("alert.muteEvents", { eventIds: [eventId], until: Date.now() + 3_600_000 }));
	await send([[2, 4]]);
	const texts = await textsWithData(id);
	expect(texts.length).toBeGreaterThan(5);
	for (const { text, read } of texts) expect(read).toBe(text);
	const story = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId }));
	expect(story.timeline.map(({ said }) => said?.key)).toContain("alert.sentence");
	const span = { rangeType: "day", offset: 0, from: at(0), to: at(10), kinds: ["alert"] };
	const page = dataOf<LogPage>(await owner.query("log.getLogs", span));
	expect(page.events.map(({ said }) => said?.key)).toContain("alert.line");
});
