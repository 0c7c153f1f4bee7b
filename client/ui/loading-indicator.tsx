import { Loader } from "@mantine/core";
import classes from "./loading-indicator.module.css";

/** The spinner with its word; `page` fills the window, `area` the place it stands in. */
export function LoadingIndicator({ fills = "area" }: { fills?: "page" | "area" }) {
	return (
		<div className={classes.place} data-fills={fills} role="status">
			<Loader size={28} aria-hidden="true" />
			<span>Loading...</span>
		</div>
	);
}
