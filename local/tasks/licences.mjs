// `npm run licences`: the licences of what is deployed, from npm's own lockfile, and by which packages. Ends with 1
// where a package has one that no one has looked at. The bill of materials is npm's: `npm sbom`.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readCommandLine } from "./command-line.mjs";

const lockfile = fileURLToPath(new URL("../../package-lock.json", import.meta.url));

/** Each allows use in a product without publishing its source. */
const accepted = new Set([
	...[
		"0BSD",
		"Apache-2.0",
		"BSD-2-Clause",
		"BSD-3-Clause",
		"BlueOak-1.0.0",
		"ISC",
		"MIT",
		"MIT-0",
		"OFL-1.1",
		"Unlicense",
	],
	"Zlib",
]);
/** A peer of the deployed runtime, but never deployed itself. */
const neverDeployed = /^@img\/sharp-/;

/** Packages by licence that `--omit dev` installs. */
export function licencesOf({ packages }) {
	const deployed = Object.entries(packages).filter(
		([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
	);
	return Map.groupBy(
		deployed.map(([path, { license, version }]) => ({
			name: `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)} ${version}`,
			licence: license ?? "none",
		})),
		({ licence }) => licence,
	);
}

const isAccepted = (licence) =>
	licence
		.replace(/[()]/g, "")
		.split(" OR ")
		.some((choice) => choice.split(" AND ").every((one) => accepted.has(one)));

export function findUnknown(licences) {
	return [...licences]
		.filter(([licence]) => !isAccepted(licence))
		.flatMap(([, list]) => list)
		.filter(({ name }) => !neverDeployed.test(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	readCommandLine({ usage: "npm run licences" });
	const licences = licencesOf(JSON.parse(readFileSync(lockfile, "utf8")));
	for (const [licence, list] of [...licences].sort(([one], [other]) => one.localeCompare(other))) {
		console.log(
			`${licence}: ${list.length}\n  ${list
				.map(({ name }) => name)
				.sort()
				.join("\n  ")}`,
		);
	}
	const unknown = findUnknown(licences);
	for (const { name, licence } of unknown) console.error(`Nobody has looked at the licence of ${name}: ${licence}`);
	process.exitCode = unknown.length === 0 ? 0 : 1;
}
