import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "../../../shared/base/durations";
import type { Quantity } from "../../../shared/formats/units";
import { Course } from "../../ui/chart/course";
import classes from "./devices.module.css";
import { loadCourse } from "./load-course";

const box = { width: 48, height: 20 };
const keptMs = 10 * minuteMs;

/** The last day of a row that is in sight; room for it is kept, so that nothing moves when it comes. */
export function RowCourse({ deviceId, quantity }: { deviceId: string; quantity: Quantity }) {
	const { data } = useQuery({
		queryKey: ["courses", quantity, deviceId],
		queryFn: ({ signal }) => loadCourse({ deviceId, quantity, signal }),
		staleTime: keptMs,
		refetchInterval: keptMs,
		retry: false,
	});
	return <span className={classes.course}>{data && <Course course={data} box={box} />}</span>;
}
