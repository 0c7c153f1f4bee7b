import { createDocumentServer } from "../ingest/openapi/serve-documents";
import { keyApiPage } from "./key-api-page";
import { apiRoot, keyApiDocument } from "./open-api";

const documentPath = `${apiRoot}/openapi.json`;

export const keyApiPaths = [apiRoot, `${apiRoot}/`, documentPath];

export const serveKeyApi = createDocumentServer(documentPath, async (origin) => {
	const document = keyApiDocument(origin);
	return { document, page: await keyApiPage(document, documentPath) };
});
