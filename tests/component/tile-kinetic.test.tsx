import { expect, test } from "vitest";
import { Tiles } from "../../client/entities/tiles";
import { TileKinetic } from "../../client/features/dashboard/lower-cards";
import type { OverviewTile } from "../../shared/overview/fleet-overview";
import { sampleDevice } from "./sample-device";
import { show } from "./show";

const tile = (change: Partial<OverviewTile>): OverviewTile => ({
	...sampleDevice(),
	reading: { quantity: "temperature", value: 6.2 },
	low: 2,
	high: 8,
	outSince: null,
	course: [],
	...change,
});

test("A dashboard tile shows the mean kinetic temperature, and on the pointer what it is", async () => {
	const fahrenheit = { quantity: "temperature" as const, value: 43.2, unit: "°F" };
	const tiles = [
		tile({ id: "dev_1", kinetic: 7.74 }),
		tile({ id: "dev_2", reading: fahrenheit, kinetic: 45.93 }),
		tile({ id: "dev_3", reading: { quantity: "humidity", value: 60 } }),
	];
	const screen = await show(<Tiles tiles={tiles} devices={3} groupId={null} Kinetic={TileKinetic} />);
	const figures = screen.getByText(/^MKT/);
	await expect.element(figures.first()).toBeVisible();
	expect(figures.elements().map(({ textContent }) => textContent)).toEqual(["MKT 7.7 °C", "MKT 45.9 °F"]);
	await figures.first().hover();
	await expect.element(screen.getByText(/^Mean kinetic temperature of the last 30 days: the constant/)).toBeVisible();
});
