import { Loader } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { appConstants } from "../../base/app-constants";
import { t } from "../../words/made/start";
import classes from "./loading.module.css";

type LoadingIndicatorProps = { fills?: "page" | "area" | undefined; children?: ReactNode };

export function LoadingIndicator({ fills = "area", children }: LoadingIndicatorProps) {
	return (
		<div className={classes.place} data-fills={fills} role="status">
			<Loader size={28} aria-hidden="true" />
			<span>{t("loading")}</span>
			{children}
		</div>
	);
}

const { pendingAfterMs, pendingForAtLeastMs } = appConstants.router;

/** Shown over the former view, with the router's delays for a pending view. */
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
		<div className={classes.over} role="status">
			{isShown && (
				<span className={classes.note}>
					<Loader size={14} aria-hidden="true" />
					{t("loading")}
				</span>
			)}
		</div>
	);
}
