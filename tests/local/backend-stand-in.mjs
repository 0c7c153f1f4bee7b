import { WorkerEntrypoint } from "cloudflare:workers";

// Replaces the backend Worker: takes the data of seed and devices, and returns it at /seen.
const seen = { accounts: {}, invitations: {}, devices: {}, uploads: [], records: null };
let isUnavailable = false;
let isStateNewer = false;

function keyOf(serialNumber) {
	return `aqd_${serialNumber}`;
}

export class LocalSeed extends WorkerEntrypoint {
	ensureAccount(account) {
		if (isStateNewer) throw Object.assign(new Error("A newer release has begun"), { code: "UPDATE_UNDER_WAY" });
		const isNew = !(account.seedName in seen.accounts);
		seen.accounts[account.seedName] = account;
		return { accountId: `acc_${account.seedName}`, isNew };
	}

	ensureInvitation(accountId, invitation) {
		seen.invitations[invitation.email] = { accountId, ...invitation };
	}

	ensureDevice(accountId, device) {
		const isNew = !(device.serialNumber in seen.devices);
		seen.devices[device.serialNumber] = { accountId, ...device };
		return { deviceId: `dev_${device.serialNumber}`, key: isNew ? keyOf(device.serialNumber) : null };
	}

	// Returns times and channels only: a month of values is too much for each request.
	ingest(key, _slots, uploads) {
		for (const { channels, at, values, receivedAt } of uploads) {
			if (values.length !== channels.length || values.some((column) => column.length !== at.length)) {
				throw new Error("Upload columns differ in length");
			}
			seen.uploads.push({ endpoint: "seed", key, channels, at, receivedAt });
		}
		return uploads.map(({ channels, at }) => ({ accepted: channels.length * at.length, duplicates: 0, rejected: [] }));
	}

	ensureRecords(_accountId, records) {
		seen.records = records;
	}
}

export default {
	async fetch(request) {
		const { pathname } = new URL(request.url);
		if (pathname === "/seen") return Response.json(seen);
		if (pathname === "/newer" || pathname === "/known") {
			isStateNewer = pathname === "/newer";
			return new Response(null, { status: 204 });
		}
		if (pathname === "/shut" || pathname === "/open") {
			isUnavailable = pathname === "/shut";
			return new Response(null, { status: 204 });
		}
		if (pathname !== "/api/ingest/v1/readings" || request.method !== "POST") return new Response(null, { status: 404 });
		if (isUnavailable) return new Response("shut", { status: 503 });
		const key = request.headers.get("authorization")?.replace("Bearer ", "");
		if (!Object.keys(seen.devices).some((serialNumber) => keyOf(serialNumber) === key)) {
			return new Response(null, { status: 401 });
		}
		const { readings } = await request.json();
		const at = [...new Set(readings.map((reading) => reading.at))];
		const channels = [...new Set(readings.map(({ channel }) => channel))];
		seen.uploads.push({ endpoint: "ingest", key, channels, at });
		return Response.json({ accepted: readings.length, duplicates: 0, rejected: [] });
	},
};
