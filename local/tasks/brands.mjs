// `npm run brands -- …`: maps hostnames to accounts' brands, and lets accounts use an own sender name in mails.
import { domainToASCII, fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { accountExists, accountPattern, placeOf, placeOptions, placeUsage, queryDirectory } from "./directory.mjs";

const usage = `npm run brands -- ${placeUsage} <act>
  map <hostname> <account>   pages of the hostname show the account's brand
  unmap <hostname>           they show the product's own again
  release <account>          its mails may come from a name of its own
  hold <account>             they come from "COMPANY by AQLCloud" again
  list                       what is set`;

const hostnamePattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Statements contain only text that matches the patterns, so nothing needs quotes. */
const acts = {
	map: {
		takes: ["hostname", "account"],
		sql: ({ hostname, account }, now) =>
			`INSERT INTO hostnames (hostname, account_id, created_at) SELECT '${hostname}', '${account}', ${now} ` +
			`WHERE ${accountExists(account)} ON CONFLICT (hostname) DO NOTHING; ` +
			`SELECT hostname, account_id FROM hostnames WHERE hostname = '${hostname}'`,
		problem: ({ account }, [row]) => {
			if (!row) return `There is no account ${account}.`;
			return row.account_id === account ? null : `The hostname is mapped to ${row.account_id}. Unmap it first.`;
		},
	},
	unmap: {
		takes: ["hostname"],
		sql: ({ hostname }) => `DELETE FROM hostnames WHERE hostname = '${hostname}' RETURNING hostname`,
		problem: (_, [row]) => (row ? null : "The hostname was not mapped."),
	},
	release: {
		takes: ["account"],
		sql: ({ account }, now) =>
			`INSERT INTO released_senders (account_id, released_at) SELECT '${account}', ${now} ` +
			`WHERE ${accountExists(account)} ON CONFLICT (account_id) DO NOTHING; ` +
			`SELECT account_id FROM released_senders WHERE account_id = '${account}'`,
		problem: ({ account }, [row]) => (row ? null : `There is no account ${account}.`),
	},
	hold: {
		takes: ["account"],
		sql: ({ account }) => `DELETE FROM released_senders WHERE account_id = '${account}' RETURNING account_id`,
		problem: (_, [row]) => (row ? null : "The account was not released."),
	},
	list: {
		takes: [],
		sql: () =>
			"SELECT 'hostname' AS kind, hostname AS name, account_id FROM hostnames UNION ALL " +
			"SELECT 'sender', '', account_id FROM released_senders ORDER BY kind, name",
		problem: () => null,
	},
};

const patterns = { hostname: hostnamePattern, account: accountPattern };

export function readAct([name, ...values]) {
	const act = Object.hasOwn(acts, name ?? "") ? acts[name] : null;
	if (!act || values.length !== act.takes.length) return { problem: `Usage: ${usage}` };
	const given = Object.fromEntries(
		act.takes.map((part, index) => [part, part === "hostname" ? asRequested(values[index]) : values[index]]),
	);
	const wrong = act.takes.find((part) => !patterns[part].test(given[part]));
	if (wrong === undefined) return { act, given };
	const hint = wrong === "hostname" ? ". Name it alone, without https://, a port or a path." : "";
	return { problem: `Not a valid ${wrong}: ${values[act.takes.indexOf(wrong)]}${hint}` };
}

function asRequested(hostname) {
	// domainToASCII would silently cut off a path.
	return /[/?#\\]/.test(hostname) ? "" : domainToASCII(hostname).replace(/\.$/, "");
}

export async function decide({ words, where, run = queryDirectory, now = Date.now() }) {
	const { problem, act, given } = readAct(words);
	if (problem) {
		console.error(problem);
		return 2;
	}
	const rows = (await run(act.sql(given, now), where)).at(-1) ?? [];
	const rejection = act.problem(given, rows);
	if (rejection !== null) {
		console.error(rejection);
		return 1;
	}
	for (const row of rows) console.log(Object.values(row).filter(Boolean).join("  "));
	return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values, positionals } = readCommandLine({ usage, options: placeOptions, allowPositionals: true });
	const where = placeOf(values);
	if (where === null) {
		console.error(`Usage: ${usage}`);
		process.exit(2);
	}
	process.exitCode = await decide({ words: positionals, where }).catch((error) => {
		console.error(error.message);
		return 1;
	});
}
