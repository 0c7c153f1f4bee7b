import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "../../../shared/base/durations";
import type { Quantity } from "../../../shared/formats/units";
import { Trend } from "../../ui/chart/trend";
import classes from "./devices.module.css";
import { loadTrend } from "./load-trend";

const box = { width: 48, height: 20 };
const keptMs = 10 * minuteMs;

type RowTrendProps = { deviceId: string; quantity: Quantity; decimals: number };

/** The last day of a visible row. Its space is reserved, so that nothing moves. Less than 20 steps of the display is noise. */
export function RowTrend({ deviceId, quantity, decimals }: RowTrendProps) {
	const { data } = useQuery({
		queryKey: ["courses", quantity, deviceId],
		queryFn: ({ signal }) => loadTrend({ deviceId, quantity, signal }),
		staleTime: keptMs,
		refetchInterval: keptMs,
		retry: false,
	});
	if (!data) return <span className={classes.course} />;
	const { course, low = null, high = null } = data;
	return (
		<span className={classes.course}>
			<Trend trend={course} limits={{ low, high }} box={{ ...box, least: 20 * 10 ** -decimals }} />
		</span>
	);
}
