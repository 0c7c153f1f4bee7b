import type { ComponentProps } from "react";
import classes from "./callout.module.css";

type CalloutProps = ComponentProps<"div"> & {
	tone: "brand" | "warn" | "bad";
	/** So that the keyboard, and who listens, go on from here. */
	takesFocus?: boolean;
};

/** A tinted box with what must not be passed over. */
export function Callout({ tone, takesFocus = false, className, ...others }: CalloutProps) {
	return (
		<div
			{...others}
			{...(takesFocus && { ref: takeFocus, tabIndex: -1 })}
			className={className ? `${classes.box} ${className}` : classes.box}
			data-tone={tone}
		/>
	);
}

function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}
