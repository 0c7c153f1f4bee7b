import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const mostProblems = 20;

const troubleNames = {
	consoleKills: "kills of the console's process",
	backendKills: "kills of the backend's process",
	aimedKills: "kills of it between a delivery and its report",
	evictions: "evictions of an account's object",
	outages: "outages of the provider",
};

export function writeReport({ startedAt, seed, minutes, done, readings, checks, logged, faults }) {
	const failed = checks.filter(({ problems }) => problems.length > 0);
	const rows = checks.map(({ title, checked, problems, note = "" }) => {
		const result = problems.length === 0 ? "held" : `**failed**, ${problems.length} problems`;
		return `| ${title} | ${checked.toLocaleString("en")} | ${result} | ${note} |`;
	});
	const details = failed.flatMap(({ title, problems }) => [
		`\n## ${title}: what was found\n`,
		...problems.slice(0, mostProblems).map((problem) => `- ${problem}`),
		...(problems.length > mostProblems ? [`- and ${problems.length - mostProblems} more`] : []),
	]);
	return [
		"# Endurance run",
		"",
		`${startedAt.toISOString()}, asked for ${minutes} minutes, seed ${seed}, ${process.platform} with Node ${process.version}. ${readings.toLocaleString("en")} readings were acknowledged.`,
		"",
		...Object.entries(done).map(([name, count]) => `- ${count} ${troubleNames[name]}`),
		"",
		"| what must hold | looked at | result | |",
		"|---|---|---|---|",
		...rows,
		...details,
		"",
		"What the Workers logged meanwhile:",
		"",
		...[...logged].map(([name, count]) => `- ${count.toLocaleString("en")} × ${name}`),
		...[...faults].map(([name, line]) => `\nThe first ${name}:\n\n\`\`\`json\n${line}\n\`\`\``),
		"",
	].join("\n");
}

export function saveReport(path, text) {
	const file = resolve(path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
	console.log(`\n${text}\n${file}`);
}
