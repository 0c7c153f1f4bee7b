import { Button, type ButtonProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { PublicTarget } from "../../../shared/account/public-link";
import { useIsWanted } from "../../ui/feedback/lazy-parts";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

type ShareButtonProps = { target: PublicTarget; label: string; size?: ButtonProps["size"] };

export function ShareButton({ target, label, size = "compact-sm" }: ShareButtonProps) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	return (
		<>
			<Button variant="default" size={size} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				{label}
			</Button>
			{isWanted && (
				<Suspense>
					<ShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
