import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../api/trpc";

const none: string[] = [];

/**
 * Serial numbers that devices of the account have, archived ones too, as they were when the file was opened: a line that
 * is added must not be refused for its own serial number.
 */
export function useTakenSerials(): string[] {
	const [serials, setSerials] = useState<string[] | null>(null);
	const [current, archived] = useQueries({
		queries: [trpc.device.getDevices.queryOptions(), trpc.device.getDevices.queryOptions({ shelf: "archived" })],
	});
	if (serials === null && current.data && archived.data) {
		setSerials([...current.data, ...archived.data].flatMap(({ serialNumber }) => serialNumber ?? []));
	}
	return serials ?? none;
}
