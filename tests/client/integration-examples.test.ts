import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { csvExample, ingestAddresses } from "../../client/features/integrations/integration-key";
import { graceChoices, usualGrace } from "../../client/forms/replace-key";
import { limits } from "../../shared/base/limits";

const origin = "https://console.example.com";

it("network servers get addresses of this host", () => {
	expect(ingestAddresses(origin)).toEqual({
		theThingsStack: "https://console.example.com/api/ingest/v1/the-things-stack",
		chirpStack: "https://console.example.com/api/ingest/v1/chirpstack",
		json: "https://console.example.com/api/ingest/v1/json",
		csv: "https://console.example.com/api/ingest/v1/csv",
	});
});

it("the example posts a file of one reading, as a shell reads it", () => {
	const command = csvExample({ origin, key: "aqi_1", at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)) });
	expect(command.split("aqi_1")).toHaveLength(2);
	const asShown = command.replace("curl ", 'sh -c \'printf "%s|" "$@"; cat\' ');
	expect(execFileSync("sh", ["-c", asShown], { encoding: "utf8" })).toBe(
		[
			"-H|Authorization: Bearer aqi_1|-H|Content-Type: text/csv|--data-binary|@-|serial,time,channel,value",
			"SN-1,2026-01-02T03:04:05.000Z,Temperature,4.2",
			"",
		].join("\n"),
	);
	expect(command).toContain(`curl ${origin}/api/ingest/v1/csv \\\n`);
});

it("a replaced key may go on for no longer than the backend lets it", () => {
	const seconds = graceChoices.map(({ value }) => Number(value));
	expect(Math.max(...seconds)).toBe(limits.keyGraceSeconds);
	expect(graceChoices.map(({ value }) => value)).toContain(usualGrace);
});
