// The board's library, as far as the page uses it.
declare module "*/cm-chessboard/src/Chessboard.js" {
  export class Chessboard {
    constructor(context: HTMLElement, properties: object);
    view: { setPieceVisibility(square: string, visible: boolean): void; piecesGroup: SVGGElement };
    getPiece(square: string): string | null;
    setPosition(fen: string, animated: boolean): Promise<void>;
    setOrientation(side: "w" | "b", animated: boolean): Promise<void>;
  }
}
