import type { ComponentProps, ReactNode } from "react";
import { t } from "../../words/made/start";
import classes from "./notes.module.css";

type CalloutProps = ComponentProps<"div"> & {
	tone: "brand" | "warn" | "bad";
	takesFocus?: boolean;
};

export function Callout({ tone, takesFocus = false, className, ...others }: CalloutProps) {
	return (
		<div
			{...others}
			{...(takesFocus && { ref: takeFocus, tabIndex: -1 })}
			className={className ? `${classes.callout} ${className}` : classes.callout}
			data-tone={tone}
		/>
	);
}

export function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}

type EmptyNoteProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

export function EmptyNote({ icon, title, text, children }: EmptyNoteProps) {
	return (
		<div className={classes.empty}>
			<div className={classes.icon} aria-hidden="true">
				{icon}
			</div>
			<h2 className={classes.emptyTitle}>{title}</h2>
			<p className={classes.emptyText}>{text}</p>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}

type CenteredMessageProps = { title: string; text: ReactNode; figure?: ReactNode; children?: ReactNode };

export function CenteredMessage({ title, text, figure, children }: CenteredMessageProps) {
	return (
		<div className={classes.centered}>
			{figure !== undefined && <div className={classes.figure}>{figure}</div>}
			<h1 className={classes.centeredTitle}>{title}</h1>
			<div className={classes.centeredText}>{text}</div>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}

type LocalNoteProps = { className: string | undefined; onFill: (() => void) | null; children: ReactNode };

export function LocalNote({ className, onFill, children }: LocalNoteProps) {
	return (
		<div className={`${classes.local} ${className}`} data-sentry-block>
			<span>
				<b>{t("localRun")}</b> {children}
			</span>
			{onFill !== null && (
				<button type="button" onClick={onFill}>
					{t("localRun.fillIn")}
				</button>
			)}
		</div>
	);
}
