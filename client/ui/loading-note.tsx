import { Loader } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { appConstants } from "../app-constants";
import classes from "./loading-note.module.css";

const { pendingAfterMs, pendingForAtLeastMs } = appConstants.router;

/** Says over a screen that stays that another view of it is on its way, at the router's times for a pending view. */
export function LoadingNote({ isLoading }: { isLoading: boolean }) {
	const [isShown, setIsShown] = useState(false);
	const shownAt = useRef(0);
	useEffect(() => {
		if (isLoading === isShown) return;
		const shownForMs = performance.now() - shownAt.current;
		const waitMs = isLoading ? pendingAfterMs : Math.max(0, pendingForAtLeastMs - shownForMs);
		const timer = setTimeout(() => {
			shownAt.current = performance.now();
			setIsShown(isLoading);
		}, waitMs);
		return () => clearTimeout(timer);
	}, [isLoading, isShown]);
	return (
		<div className={classes.place} role="status">
			{isShown && (
				<span className={classes.note}>
					<Loader size={14} aria-hidden="true" />
					Loading...
				</span>
			)}
		</div>
	);
}
