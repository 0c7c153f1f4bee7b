import { useComputedColorScheme } from "@mantine/core";
import { type CSSProperties, useEffect, useState } from "react";
import { Toaster, useSonner } from "sonner";
import { largestOf } from "../../../shared/base/lists";
import { appConstants } from "../../base/app-constants";
import { t } from "../../words/made/shell";
import classes from "./console-toaster.module.css";

const { toasts } = appConstants;
const { toast, title, description, icon, closeButton, actionButton } = classes;
const classNames = { toast, title, description, icon, closeButton, actionButton } as Record<string, string>;

export function ConsoleToaster() {
	const theme = useComputedColorScheme("light");
	const lift = useLift();
	return (
		<Toaster
			theme={theme}
			// Without it the library reads the page's computed style at each render, which lays out a long list once more.
			dir="ltr"
			position={toasts.position}
			visibleToasts={toasts.visible}
			duration={toasts.durationMs}
			gap={toasts.gap}
			offset={lift === 0 ? toasts.offset : { bottom: toasts.offset + lift, right: toasts.offset }}
			mobileOffset={
				lift === 0 ? toasts.mobileOffset : { ...sides(toasts.mobileOffset), bottom: toasts.mobileOffset + lift }
			}
			hotkey={[...toasts.hotkey]}
			containerAriaLabel={t("toasts")}
			toastOptions={{ closeButtonAriaLabel: t("toasts.close"), classNames }}
			style={listStyle}
			closeButton
		/>
	);
}

const measureEveryMs = 200;

/** Px by which toasts are raised, so that they do not cover a form's buttons. */
function useLift(): number {
	const isShown = useSonner().toasts.length > 0;
	const [lift, setLift] = useState(0);
	useEffect(() => {
		if (!isShown) return;
		const measure = () => setLift(liftOverButtons(window.innerWidth, window.innerHeight));
		measure();
		const measuring = setInterval(measure, measureEveryMs);
		return () => clearInterval(measuring);
	}, [isShown]);
	return isShown ? lift : 0;
}

function liftOverButtons(width: number, height: number): number {
	const from = width - toasts.width - 2 * toasts.offset;
	const lifts = [...document.querySelectorAll("button[type=submit]")].map((button) => {
		const { top, bottom, right, height: ownHeight } = button.getBoundingClientRect();
		const isAtPlace = ownHeight > 0 && right > from && bottom > height - reachPx && top < height;
		return isAtPlace ? height - top : 0;
	});
	return Math.max(0, largestOf(lifts));
}

/** Height of a toast of a few lines with its distance from the edge. */
const reachPx = 160;

const sides = (px: number) => ({ left: px, right: px });

/** The library's variable: a width of the list itself would also apply on phones, where it fills the screen. */
const listStyle = { "--width": `${toasts.width}px`, fontFamily: "inherit" } as CSSProperties; // React's types know no custom properties
