import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../client/api/query-client";

const key = ["device", "getDevices"];

async function appear(request: () => Promise<string>): Promise<void> {
	const leave = new QueryObserver(queryClient, { queryKey: key, queryFn: request }).subscribe(() => {});
	await vi.advanceTimersByTimeAsync(0);
	leave();
}

describe("a part of a screen that appears", () => {
	const request = vi.fn(async () => "devices");

	beforeEach(async () => {
		vi.useFakeTimers();
		request.mockClear();
		await queryClient.prefetchQuery({ queryKey: key, queryFn: request });
	});

	afterEach(() => {
		queryClient.clear();
		vi.useRealTimers();
	});

	it("takes what the loader fetched, also where drawing the screen takes seconds", async () => {
		await vi.advanceTimersByTimeAsync(9_000);
		await appear(request);
		expect(request).toHaveBeenCalledTimes(1);
	});

	it("fetches again what is older than a load can be", async () => {
		await vi.advanceTimersByTimeAsync(11_000);
		await appear(request);
		expect(request).toHaveBeenCalledTimes(2);
	});

	it("fetches again what is known to have changed", async () => {
		await queryClient.invalidateQueries({ queryKey: key, refetchType: "none" });
		await appear(request);
		expect(request).toHaveBeenCalledTimes(2);
	});
});
