import { exportedTables, tablesToExport } from "./exported-tables";
import { readingColumns } from "./reading-slices";

export const paths = {
	readme: "README.txt",
	manifest: "manifest.json",
	audit: "data/audit.json",
	archivedAudit: "data/audit-archived.json",
	archivedMessages: "data/messages-archived.json",
} as const;

type About = { companyName: string; accountId: string; now: number };

export function readmeText({ companyName, accountId, now }: About): string {
	const leftOut = Object.entries(tablesToExport).flatMap(([name, exported]) =>
		"leftOut" in exported ? [`  ${name}: ${exported.leftOut}`] : [],
	);
	return [
		`All data of ${companyName} (${accountId}), exported from ${new Date(now).toISOString()} on.`,
		"",
		"WHERE THINGS ARE",
		"  readings/<device>/<month>.csv   what a device measured in a month of UTC, if there is any",
		"  data/<name>.json                everything else: a list of rows, one a line",
		"  reports/                        files of reports, as they were made",
		"  attachments/                    files that members attached",
		"  images/                         images of the console's look",
		"  manifest.json                   in the last archive: every other file with its rows, bytes, CRC-32 and SHA-256",
		"",
		"If there are several archives, unpack all of them into one folder.",
		"",
		"HOW IT READS",
		"  Text is UTF-8. CSV files begin with a byte order mark, have commas between cells, a point as decimal sign,",
		"  CRLF between lines, and an apostrophe before text that a spreadsheet would take for a formula.",
		"  In JSON a time is a text as 2026-11-26T12:00:00.000Z, or a number of milliseconds since 1970 in UTC.",
		"  Rows name each other by their ids: deviceId is the id of a row in data/devices.json, channelId one in",
		"  data/channels.json, groupId one in data/groups.json, contactId one in data/contacts.json, alertId and ruleId one",
		"  in data/alert-rules.json, reportId one in data/reports.json, runId one in data/report-runs.json, userId,",
		"  createdBy and savedBy one in data/users.json.",
		"  Files are read one after the other while the console goes on: what changes meanwhile may be in some of them only.",
		"  Readings that a retention has hidden are not in it, as the console shows them no more either.",
		"",
		"COLUMNS OF READINGS",
		...Object.entries(readingColumns).map(([name, about]) => `  ${name}: ${about}`),
		"",
		"FILES OF DATA, AND THE FIELDS OF A ROW",
		...exportedTables.flatMap(({ file, about, fields }) => [
			`  data/${file}.json: ${about}`,
			...wrapped(fields.map(fieldText)).map((line) => `    ${line}`),
		]),
		`  ${paths.audit}: one change, by whom and from where; ${paths.archivedAudit}: older ones`,
		`  ${paths.archivedMessages}: older messages, each with its notices`,
		"",
		"WHAT IS LEFT OUT",
		"  Passwords and second steps, which only the sign-in knows; keys, codes and secrets of webhooks. Of the address of a",
		"  webhook, of Slack or of a browser the host alone is exported, as the rest of it is often a password.",
		...leftOut,
		"",
	].join("\r\n");
}

const units: [RegExp, string][] = [
	[/Seconds$/, "in seconds"],
	[/Minutes$/, "in minutes"],
	[/Days$/, "in days"],
	[/Bytes$|^bytes$/, "in bytes"],
];

function fieldText(field: string): string {
	const unit = units.find(([ending]) => ending.test(field));
	return unit ? `${field} (${unit[1]})` : field;
}

const longestLine = 100;

function wrapped(words: string[]): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of words) {
		const longer = line === "" ? word : `${line}, ${word}`;
		if (longer.length > longestLine) {
			lines.push(`${line},`);
			line = word;
		} else line = longer;
	}
	return [...lines, line];
}
