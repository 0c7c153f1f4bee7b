import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { packDevices, unpackDevices } from "../../shared/packed-devices";
import { deviceRow } from "./list-rows";

const queryKey = ["devices"];
const rows = ["A", "B", "C"].map((name, place) =>
	deviceRow(name, {
		groupIds: ["grp_1"],
		tags: ["food"],
		lastReceivedAt: 1_000 * place,
		latest: [{ quantity: "temperature", value: place, name: "Air" }],
	}),
);
const [first, second, third] = rows;

/** The list as it is kept once it has come, packed, after what is kept already. */
function keep(queryClient: QueryClient, list: typeof rows) {
	return queryClient.setQueryData<typeof rows>(queryKey, unpackDevices(packDevices(list)));
}

it("a packed list that comes again with nothing new is the one that is there", () => {
	const queryClient = new QueryClient();
	const kept = keep(queryClient, rows);
	expect(keep(queryClient, rows)).toBe(kept);
});

it("a packed list with one row changed leaves the others as they are, whatever its times are counted from", () => {
	const queryClient = new QueryClient();
	const kept = keep(queryClient, rows);
	const changed = deviceRow("B", { ...second, lastReceivedAt: 9_999, latest: [{ quantity: "humidity", value: 1 }] });
	const next = keep(
		queryClient,
		[first, changed, third].flatMap((row) => row ?? []),
	);
	expect(next).toEqual([first, changed, third]);
	expect([next?.[0] === kept?.[0], next?.[1] === kept?.[1], next?.[2] === kept?.[2]]).toEqual([true, false, true]);
});
