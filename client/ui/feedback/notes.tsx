import { IconEye } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import classes from "./callout.module.css";
import centeredMessageStyles from "./centered-message.module.css";
import emptyNoteStyles from "./empty-note.module.css";
import localNoteStyles from "./local-note.module.css";
import readOnlyNoteStyles from "./read-only-note.module.css";

type CalloutProps = ComponentProps<"div"> & {
	tone: "brand" | "warn" | "bad";
	/** So that the keyboard and screen readers continue from here. */
	takesFocus?: boolean;
};

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

/** A `ref` of what a person should read next. */
export function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}

type EmptyNoteProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

export function EmptyNote({ icon, title, text, children }: EmptyNoteProps) {
	return (
		<div className={emptyNoteStyles.note}>
			<div className={emptyNoteStyles.icon} aria-hidden="true">
				{icon}
			</div>
			<h2 className={emptyNoteStyles.title}>{title}</h2>
			<p className={emptyNoteStyles.text}>{text}</p>
			{children && <div className={emptyNoteStyles.actions}>{children}</div>}
		</div>
	);
}

type CenteredMessageProps = { title: string; text: ReactNode; figure?: ReactNode; children?: ReactNode };

export function CenteredMessage({ title, text, figure, children }: CenteredMessageProps) {
	return (
		<div className={centeredMessageStyles.place}>
			{figure !== undefined && <div className={centeredMessageStyles.figure}>{figure}</div>}
			<h1 className={centeredMessageStyles.title}>{title}</h1>
			<div className={centeredMessageStyles.text}>{text}</div>
			{children && <div className={centeredMessageStyles.actions}>{children}</div>}
		</div>
	);
}

type LocalNoteProps = { className: string | undefined; onFill: (() => void) | null; children: ReactNode };

export function LocalNote({ className, onFill, children }: LocalNoteProps) {
	return (
		<div className={`${localNoteStyles.note} ${className}`} data-sentry-block>
			<span>
				<b>Local run.</b> {children}
			</span>
			{onFill !== null && (
				<button type="button" onClick={onFill}>
					Fill in
				</button>
			)}
		</div>
	);
}

export function ReadOnlyNote({ text }: { text: string }) {
	return (
		<p className={readOnlyNoteStyles.note}>
			<IconEye size={17} stroke={1.7} aria-hidden="true" />
			{text}
		</p>
	);
}
