() => {
  // The number of colours in the middle of the picture, where the board is.
  const canvas = document.querySelector("#picture canvas");
  const { width, height } = canvas;
  const [top, bottom] = [height * 0.25, height * 0.85];
  const board = canvas.getContext("2d").getImageData(0, top, width, bottom - top);
  return { width, height, colours: new Set(new Uint32Array(board.data.buffer)).size };
}
