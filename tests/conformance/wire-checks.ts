import superjson from "superjson";
import * as z from "zod/mini";
import { assertThat, type Check, CheckFailed } from "./check";
import { assertStatus, dataOrThrow } from "./expect-answer";
import { reasonOf } from "./probe";

const Rows = z.array(z.looseObject({ id: z.string() }));

export const wireChecks: Check[] = [
	{
		name: "a single call without batch=1",
		async run({ probe }) {
			const answer = await probe.ask({ path: `account.getCurrent?input=${encodeURIComponent('{"json":null}')}` });
			assertThat(answer.isWhole, "one call was answered with a list");
			dataOrThrow(answer, 0, z.looseObject({ id: z.string() }));
			assertStatus(answer, 200);
			return null;
		},
	},
	{
		name: "HEAD has a status and no body",
		async run({ probe }) {
			const response = await probe.send({ path: "account.getCurrent", method: "HEAD" });
			assertThat(response.ok, `HEAD answered ${response.status}`);
			assertThat((await response.text()) === "", "HEAD was answered with a body");
			return null;
		},
	},
	{
		name: "JSON lines",
		async run({ probe }) {
			const headers = { "trpc-accept": "application/jsonl" };
			const path = `account.getCurrent,device.getDevices?batch=1&input=${encodeURIComponent("{}")}`;
			const answer = await probe.ask({ path, headers });
			if (Array.isArray(answer.json)) return { notChecked: "not offered: an ordinary batch came" };
			assertStatus(answer, 200);
			const lines = answer.text.split("\n").filter((line) => line.trim() !== "");
			assertThat(lines.length > 1 && lines.every(isJson), "not every line is JSON");
			return null;
		},
	},
	{
		name: "a form as a mutation",
		async run({ probe, offer }) {
			if (offer.formProcedure === null) return { notChecked: "not offered: no --form PROCEDURE" };
			const body = new FormData();
			body.set("file", new File(["one\ntwo\n"], "devices.txt", { type: "text/plain" }));
			const answer = await probe.ask({ path: offer.formProcedure, method: "POST", body });
			dataOrThrow(answer, 0, z.unknown());
			assertStatus(answer, 200);
			return null;
		},
	},
	{
		name: "an event stream",
		async run({ probe, offer }) {
			if (offer.subscription === null) return { notChecked: "not offered: no --subscription PROCEDURE" };
			const [device] = dataOrThrow(await probe.query([["device.getDevices"]]), 0, Rows);
			const input = encodeURIComponent(JSON.stringify(superjson.serialize({ deviceId: device?.id })));
			const response = await probe.send({
				path: `${offer.subscription}?input=${input}`,
				headers: { accept: "text/event-stream" },
			});
			const contentType = response.headers.get("content-type") ?? "none";
			if (!contentType.startsWith("text/event-stream")) await response.body?.cancel();
			assertThat(contentType.startsWith("text/event-stream"), `the content type is ${contentType}`);
			const events = await readUntilData(response);
			assertThat(/^data:.*"json"/m.test(events), "no event with superjson came");
			return null;
		},
	},
];

/** Reads the stream up to its first event of data after tRPC's opening one, then cancels it. */
async function readUntilData(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	try {
		for await (const chunk of response.body ?? []) {
			text += decoder.decode(chunk, { stream: true });
			if (/^data:.*"json"/m.test(text)) break;
		}
	} catch (error) {
		throw new CheckFailed(`the stream broke off before its first event: ${reasonOf(error)}`);
	}
	return text;
}

function isJson(line: string): boolean {
	try {
		JSON.parse(line);
		return true;
	} catch {
		return false;
	}
}
