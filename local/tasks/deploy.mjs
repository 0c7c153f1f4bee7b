// `npm run deploy`: plans, confirms and runs a deployment; repeat it after a failure. docs/deployment.md
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { createCloudflareApi } from "./deploy/cloudflare-api.ts";
import { environmentOption, isEnvironmentName } from "./deploy/environment-names.ts";
import { runCommand } from "./deploy/run-command.ts";
import { terminal } from "./deploy/talk.ts";
import { findToken } from "./deploy/token.ts";
import { jurisdictions, locations, placeNamed } from "./deploy/wanted.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const usage = `npm run deploy [-- <flags>]
  --env production|staging  whose settings and names; production, if nothing is said
  --dry-run                 says the plan, sizes and start-up; needs no account
  --place <name>            where what is not there yet shall lie; it can never be changed
                            a jurisdiction: ${jurisdictions.join(", ")}; or a location: ${locations.join(", ")}
  --yes                     asks nobody
  --rollback                takes the latest deployment back`;

function createApi() {
	const token = findToken(root);
	return token === null ? null : createCloudflareApi({ token, base: process.env.CLOUDFLARE_API_BASE_URL });
}

function describeFailure(error) {
	const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
	return `\n${error.message}${cause}\nRun the same command again: it goes on where this one ended.`;
}

function settingsOrExit(read) {
	try {
		return read();
	} catch (error) {
		console.error(`Not deployed, and nothing was changed:\n  ${error.message}`);
		return process.exit(1);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = readCommandLine({
		usage,
		options: {
			env: environmentOption(),
			"dry-run": { type: "boolean", default: false },
			place: { type: "string" },
			yes: { type: "boolean", default: false },
			rollback: { type: "boolean", default: false },
		},
	});
	const place = values.place === undefined ? null : placeNamed(values.place);
	const wrong = isEnvironmentName(values.env) ? null : `There is no environment ${values.env}`;
	const nowhere = values.place !== undefined && place === null ? `There is no place ${values.place}` : null;
	if (wrong ?? nowhere) {
		console.error(`${wrong ?? nowhere}\n\nUsage: ${usage}`);
		process.exit(2);
	}
	const request = {
		environment: values.env,
		isDryRun: values["dry-run"],
		isRollback: values.rollback,
		isConfirmed: values.yes,
		place,
	};
	const { readSettings } = await import("./deploy/environment.ts");
	const { deploy } = await import("./deploy/run-deploy.ts");
	const services = {
		root,
		settings: settingsOrExit(() => readSettings(root, values.env)),
		variables: process.env,
		api: createApi,
		fetch,
		run: (words, account) => {
			const env = { ...process.env, CI: "1", AQLCLOUD_ENVIRONMENT: values.env };
			return runCommand(words, { cwd: root, env: { ...env, ...(account && { CLOUDFLARE_ACCOUNT_ID: account.id }) } });
		},
		talk: terminal,
		pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		now: () => new Date(),
	};
	process.exitCode = await deploy(request, services).catch((error) => {
		console.error(describeFailure(error));
		return 1;
	});
}
