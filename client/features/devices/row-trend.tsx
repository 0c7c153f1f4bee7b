import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "../../../shared/base/durations";
import type { Quantity } from "../../../shared/formats/units";
import { Trend } from "../../ui/chart/trend";
import classes from "./devices.module.css";
import { loadTrend } from "./load-trend";

const box = { width: 48, height: 20 };
const keptMs = 10 * minuteMs;

/** The last day of a visible row. Its space is reserved, so that nothing moves. */
export function RowTrend({ deviceId, quantity }: { deviceId: string; quantity: Quantity }) {
	const { data } = useQuery({
		queryKey: ["courses", quantity, deviceId],
		queryFn: ({ signal }) => loadTrend({ deviceId, quantity, signal }),
		staleTime: keptMs,
		refetchInterval: keptMs,
		retry: false,
	});
	return <span className={classes.course}>{data && <Trend trend={data} box={box} />}</span>;
}
