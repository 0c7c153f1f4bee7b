/* The calls of each screen's loader; tests/e2e/frame/signed-in-screens.ts holds the names. */

const account = ["account.getCurrent"];

export const screenCalls = {
	dashboard: [
		account,
		["device.getOverview", { hours: 24 }],
		["group.getGroups"],
		["firstSteps.getFirstSteps"],
		["alert.getEvents", { limit: 4 }],
	],
	devices: [account, ["device.getDeviceChanges", {}], ["group.getGroups"]],
	log: [
		account,
		["log.getLogs", { rangeType: "hour", offset: 0 }],
		["log.getSeries", { rangeType: "hour", offset: 0, pixels: 1_000 }],
		["group.getGroups"],
	],
	/** A large fleet's object searches the typed text. */
	search: [["device.getDevices", { search: "e", isByWords: true, sort: "name", limit: 200 }]],
};

export function batchPath(calls) {
	const inputs = calls.map(([, input], index) => [index, input === undefined ? {} : { json: input }]);
	const text = encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)));
	return `/api/proxy/${calls.map(([path]) => path).join(",")}?batch=1&input=${text}`;
}
