import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Maps and sets that live as long as an isolate or an object. Each has a key and a bound; `createBoundedCache` and
 * `createExpiringMap` bound themselves.
 */
const bounds: Record<string, string> = {
	"backend/account/only-sso.ts turns": "weak, by object; one promise",
	"backend/alarm/alarm.ts triedBefore": "kinds of work, those of one run",
	"backend/base/deadline-heap.ts current": "devices and events that have a deadline; deleted with it",
	"backend/base/deadline-heap.ts found": "devices and events that are due; deleted when done",
	"backend/alert/alert-watch.ts noEvents": "always empty",
	"backend/alert/faulty-rules.ts noted": "weak, by object; rules that cannot be built, whose number is limited",
	"backend/alert/device-rules.ts plainSilences": "weak, by cached rules",
	"backend/alert/engine/conditions/windows.ts knownQuarters": "weak, by the readings of one evaluation",
	"backend/alert/engine/conditions/windows.ts knownWindows": "weak, by the readings of one evaluation",
	"backend/alert/engine/evaluate-upload.ts noSamples": "always empty",
	"backend/alert/engine/watched-rule.ts computable": "weak, by cached definition",
	"backend/alert/engine/past-excursions.ts changes": "events of one upload",
	"backend/alert/engine/rehearse.ts byReceipt": "uploads of one rehearsal",
	"backend/alert/engine/rehearse.ts known": "channels of one rehearsal",
	"backend/alert/mass-silence.ts counted": "weak, by object; the account's open event, deleted with its end",
	"backend/alert/rehearsal-source.ts latest": "weak, by object; one for each member of the account",
	"backend/base/read-turn-queue.ts waiting": "members of the account, 100 calls of each",
	"backend/db/audit-rows.ts tables": "months that exist",
	"backend/alert/engine/conditions/windows.ts knownUses": "weak, by samples",
	"backend/alert/engine/conditions/windows.ts nonePositions": "always empty",
	"backend/db/calibration-rows.ts known": "weak, by object; its calibrations, whose number is limited",
	"backend/db/fact-listeners.ts listeners": "weak, by object; changes of groups in progress",
	"backend/db/cached-rows.ts byTable": "tables of an account, a number each",
	"backend/db/cached-rows.ts opened": "weak, by object",
	"backend/db/cached-rows.ts writtenIn": "weak, by object; a number for each of its tables",
	"backend/first-steps/get-first-steps.ts knownActs": "weak, by object; the names of steps",
	"backend/first-steps/get-first-steps.ts knownSenders": "weak, by object; one id",
	"backend/group/device-finder.ts indexes": "criteria of one recomputation",
	"backend/group/device-finder.ts texts": "devices of one recomputation",
	"backend/device/list/cached-devices.ts kept": "current devices of the account, some 1.5 kB each",
	"backend/device/list/cached-devices.ts limitsSeen":
		"devices of several groups among the kept ones, and gone with them",
	"backend/device/list/cached-devices.ts logged": "two orders",
	"backend/device/list/cached-devices.ts changedIds": "devices that changed since the list was last asked for",
	"backend/device/limits-ahead.ts knownAhead": "weak, by the limits of a kept row; a span of time each",
	"backend/overview/day-trends.ts knownTrends": "weak, by a kept row's channel; 48 numbers of those shown",
	"backend/overview/fleet-parts.ts knownParts": "weak, by kept row; a hundredth as many as devices",
	"backend/overview/get-kinetic-means.ts knownByStore": "weak, by object; 500 numbers",
	"backend/overview/nearest-tiles.ts noneOpen": "always empty",
	"backend/overview/storage-line.ts growthByStore": "weak, by object; one number, or the count of it in progress",
	"backend/overview/storage-line.ts sumByStore": "weak, by object; two numbers",
	"shared/overview/count-fleet.ts reasonsByRow": "weak, by kept row",
	"backend/device/status/device-watch.ts receivedAtById": "devices that are watched",
	"backend/import/import-readings.ts runningImports": "weak, by log; imports in progress",
	"backend/activity/request-once.ts running": "calls in progress",
	"backend/import/wall-clock.ts days": "days of one file, whose size is limited",
	"backend/import/wall-clock.ts quarters": "quarters of an hour in one file, whose size is limited",
	"backend/export/export-table.ts known": "clocks of the devices of one export",
	"backend/ingest/quota.ts states": "devices and keys that were identified; full ones are deleted past 10,000",
	"backend/live/live-listener.ts changedAt": "topics, then devices of the last minute past 2,000",
	"backend/live/live-sockets.ts counts": "weak, by socket",
	"backend/live/live-sockets.ts gathered": "topics, then devices, for a second",
	"backend/report/formats/pdf/canvas.ts names": "the fonts of one page",
	"backend/store/upload-numbers.ts begunAt": "uploads of ten minutes that are not stored yet",
	"backend/store/read-summaries.ts knownDays": "weak, by cached roll-ups; 200 a day",
	"shared/session/jwks-cache.ts entries": "the addresses of keys in the settings",
	"shared/session/jwks-cache.ts triedAt": "the addresses of keys in the settings",
	"shared/time/time-windows.ts knownHours": "weak, by the windows of a rule or contact",
	"shared/base/bounded-cache.ts entries": "its own bound",
	"shared/base/expiring-map.ts entries": "its own bound",
	"worker/cognito/shared-calls.ts running": "calls in progress",
	"worker/services/services.ts deployments": "weak, by bindings",
	"worker/session/session-cookies.ts nothing": "always empty",
};

const sources = execFileSync(
	"git",
	["ls-files", "--cached", "--others", "--exclude-standard", "worker", "backend", "shared"],
	{
		cwd: root,
		encoding: "utf8",
	},
)
	.split("\n")
	.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && existsSync(join(root, path)));

/** Filled ones are lists of our own. */
const emptyMap = /^(\t?)(?:export )?(?:const|let) (\w+)(?::[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\);$/;

/** The formatter indents by one tab, so the depth of a line shows its function. */
function memoriesOf(path: string): string[] {
	let isCreating = false;
	return readFileSync(join(root, path), "utf8")
		.split("\n")
		.flatMap((line) => {
			const opened = /^(?:export )?(?:async )?function\*? (\w+)/.exec(line);
			if (opened) isCreating = /^create[A-Z]/.test(opened[1] ?? "");
			const [, indent, name] = emptyMap.exec(line) ?? [];
			return name !== undefined && (indent === "" || isCreating) ? [`${path} ${name}`] : [];
		});
}

it("finds no map or set that outlives a request without a bound", () => {
	const found = sources.flatMap(memoriesOf);
	expect(found.length).toBeGreaterThan(20);
	expect(found.filter((memory) => !(memory in bounds))).toEqual([]);
	expect(Object.keys(bounds).filter((memory) => !found.includes(memory))).toEqual([]);
});
